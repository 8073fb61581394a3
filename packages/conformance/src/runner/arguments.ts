import { parseArgs } from 'node:util'

/** A mistake of the person at the keyboard: one plain sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export interface Arguments {
  url?: string
  token: string
  only?: string
  json: boolean
  verbose: boolean
  slow: boolean
  checkReadme: boolean
  help: boolean
}

export const USAGE = `npm run conformance [-- --url URL --token TOKEN] [--only ID] [--slow] [--verbose] [--json] [--check-readme]

  --url URL        the gateway to try; without it three of our own are started: default, strict and dev
  --token TOKEN    its token (or SIGNALBOX_TOKEN)
  --only ID        cases by their id or by a requirement's, or by how one of those begins
  --slow           also what takes more than half a minute
  --verbose        also the types nobody saw, and every case
  --json           the result as JSON
  --check-readme   fail when README.md names another number of types`

const OPTIONS = {
  url: { type: 'string' },
  token: { type: 'string' },
  only: { type: 'string' },
  json: { type: 'boolean', default: false },
  verbose: { type: 'boolean', default: false },
  slow: { type: 'boolean', default: false },
  'check-readme': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** Reads the command line; throws a UsageError where it makes no sense. */
export function readArguments(args: readonly string[], env: Record<string, string | undefined>): Arguments {
  const { url, token, only, json, verbose, slow, help, 'check-readme': checkReadme } = parsed(args)
  if (checkReadme && (url !== undefined || only !== undefined || slow)) {
    throw new UsageError('--check-readme needs the usual run: leave out --url, --only and --slow.')
  }
  return {
    token: token ?? env.SIGNALBOX_TOKEN ?? '',
    ...(url === undefined ? {} : { url: readUrl(url) }),
    ...(only === undefined ? {} : { only }),
    json,
    verbose,
    slow,
    checkReadme,
    help,
  }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: tokenJoined(args), options: OPTIONS, strict: true }).values
  } catch (error) {
    const [sentence] = (error as Error).message.split(/\.\s/)
    throw new UsageError(`${sentence}. --help shows what it takes.`)
  }
}

/** A token may begin with a dash, which would be taken for an option. */
function tokenJoined(args: readonly string[]): string[] {
  const at = args.indexOf('--token')
  const token = args[at + 1]
  return at < 0 || token === undefined
    ? [...args]
    : [...args.slice(0, at), `--token=${token}`, ...args.slice(at + 2)]
}

function readUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/') return url.origin
  throw new UsageError(
    `--url must be the address of a gateway, for example http://127.0.0.1:8080, not ${text}.`,
  )
}
