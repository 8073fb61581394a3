import { parseArgs } from 'node:util'
import { UsageError } from '@signalbox/server/config'
import type { Command, Values } from './command.js'
import { VERSION } from './version.js'

/** Loaded when called: the gateway starts without what the others need. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  up: async () => (await import('./commands/up.js')).up,
  run: async () => (await import('./commands/run.js')).run,
  sessions: async () => (await import('./commands/sessions.js')).sessions,
  tail: async () => (await import('./commands/tail.js')).tail,
  requests: async () => (await import('./commands/requests.js')).requests,
  approve: async () => (await import('./commands/approve.js')).approve,
  deny: async () => (await import('./commands/deny.js')).deny,
  answer: async () => (await import('./commands/answer.js')).answer,
  pause: async () => (await import('./commands/pause.js')).pause,
  resume: async () => (await import('./commands/resume.js')).resume,
  toasts: async () => (await import('./commands/toasts.js')).toasts,
  flows: async () => (await import('./commands/flows.js')).flows,
  hook: async () => (await import('./commands/hook.js')).hook,
  notify: async () => (await import('./commands/notify.js')).notify,
  clean: async () => (await import('./commands/clean.js')).clean,
  watch: async () => (await import('./commands/watch.js')).watch,
  rpc: async () => (await import('./commands/rpc.js')).rpc,
  listen: async () => (await import('./commands/listen.js')).listen,
  setup: async () => (await import('./commands/setup.js')).setup,
  doctor: async () => (await import('./commands/doctor.js')).doctor,
  pair: async () => (await import('./commands/pair.js')).pair,
  token: async () => (await import('./commands/token.js')).token,
}

/**
 * The `signalbox` command. Bad input is one sentence on stderr and exit code 1, never a stack trace. True when whatever
 * still hangs is not to be waited for. `begunAt` is when the process began, on the clock of `performance`.
 */
export async function main(args: string[], begunAt = performance.now()): Promise<boolean> {
  // Who reads our output may have enough of it, as `head` does.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit()
    console.error(`The output cannot be written (${error.code}).`)
    process.exit(1)
  })
  try {
    return await dispatch(args, begunAt)
  } catch (error) {
    const sentence = error instanceof UsageError ? error.message : await refusal(error)
    if (sentence === undefined) throw error
    console.error(sentence)
    process.exitCode = 1
    return false
  }
}

async function dispatch(args: string[], begunAt: number): Promise<boolean> {
  const [name = '--help', ...rest] = args
  if (name === '--help' || name === '-h' || name === 'help') return say(await help())
  if (name === '--version' || name === '-v') return say(VERSION)
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!load)
    throw new UsageError(`There is no command "${name}". Commands are: ${Object.keys(COMMANDS).join(', ')}.`)
  const command = await load()
  const { values, words } = parse(name, command, rest)
  if (values.help) return say(helpOf(command))
  checkWords(name, command, words)
  await command.run(values, words, begunAt)
  return command.isOver === true
}

function say(text: string): false {
  console.log(text)
  return false
}

function parse(name: string, command: Command, args: string[]): { values: Values; words: string[] } {
  const options = { ...command.options, help: { type: 'boolean' as const, short: 'h' } }
  try {
    const { values, positionals } = parseArgs({ args, options, strict: true, allowPositionals: true })
    return { values: values as Values, words: positionals }
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split(/\. |\n/)
    const [, option] = /'(?:-\w, )?(--[\w-]+)[^']*' argument is ambiguous/.exec(sentence) ?? []
    const said =
      option === undefined
        ? sentence.replace(/\.$/, '')
        : `${option} needs a value; one that begins with "-" is written ${option}=VALUE`
    throw new UsageError(`${said}. ${more(name)}`)
  }
}

function checkWords(
  name: string,
  { words: taken = { names: [], least: 0 } }: Command,
  words: string[],
): void {
  const { names, least } = taken
  const missing = names[words.length]
  if (words.length < least && missing !== undefined)
    throw new UsageError(`"signalbox ${name}" needs ${missing}. ${more(name)}`)
  const extra = taken.more ? undefined : words[names.length]
  if (extra !== undefined) throw new UsageError(`"${extra}" is one word too many. ${more(name)}`)
}

function more(name: string): string {
  return `"signalbox ${name} --help" shows what it takes.`
}

function helpOf({ usage, summary, details }: Command): string {
  return [usage, summary, ...(details === undefined ? [] : [details])].join('\n\n')
}

async function help(): Promise<string> {
  const commands = await Promise.all(Object.values(COMMANDS).map((load) => load()))
  const lines = commands.map(({ usage, summary }) => `  ${usage}\n      ${summary}`)
  return `Signalbox: one gateway for all your coding agents.\n\n${lines.join('\n')}\n\n  signalbox --version`
}

async function refusal(error: unknown): Promise<string | undefined> {
  return (await import('./gateway/refusal-text.js')).refusalText(error)
}
