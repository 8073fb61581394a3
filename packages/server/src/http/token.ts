import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { TOKEN, UsageError } from '../config.js'

export interface TokenOptions {
  dataDir: string
  randomBytes: (size: number) => Buffer
}

/** A file that holds a token, and what stands before it there. */
interface TokenFile {
  name: string
  before: string
}

const OWNER_ONLY = 0o600
const OWNERS: TokenFile = { name: 'token', before: '' }
/** Written as the header it is sent in, so that curl can read it from the file. */
const HOOKS: TokenFile = { name: 'hook-authorization', before: 'Authorization: Bearer ' }

/** The token of this data directory, made on the first start; only its owner may read the file. */
export function loadToken(options: TokenOptions): string {
  return load(options, OWNERS)
}

/** The token of the agents' hooks, likewise. */
export function loadHookToken(options: TokenOptions): string {
  return load(options, HOOKS)
}

function load({ dataDir, randomBytes }: TokenOptions, file: TokenFile): string {
  const path = join(dataDir, file.name)
  try {
    return readToken(path, file) ?? makeToken(dataDir, file, randomBytes)
  } catch (error) {
    if (error instanceof UsageError) throw error
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new UsageError(
      `The token in ${path} cannot be read or made${code}; give this user access to ${dataDir}.`,
    )
  }
}

function readToken(path: string, { before }: TokenFile): string | undefined {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode
  if (mode === undefined) return undefined
  if ((mode & 0o077) !== 0) chmodSync(path, OWNER_ONLY)
  const text = readFileSync(path, 'utf8').trim()
  if (text === '') return undefined
  const token = text.slice(before.length)
  if (text.startsWith(before) && TOKEN.test(token)) return token
  throw new UsageError(`${path} does not hold a token; remove the file and start again to get a new one.`)
}

/** Written aside and renamed, so that nobody ever reads half a token. */
function makeToken(
  dataDir: string,
  { name, before }: TokenFile,
  randomBytes: (size: number) => Buffer,
): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, name)
  const token = randomBytes(32).toString('base64url')
  const aside = `${path}.${randomBytes(4).toString('hex')}.new`
  const file = openSync(aside, 'wx', OWNER_ONLY)
  try {
    writeSync(file, `${before}${token}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(aside, path)
  return token
}
