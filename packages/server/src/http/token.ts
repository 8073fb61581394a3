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

const OWNER_ONLY = 0o600

/** The token of this data directory, made on the first start; only its owner may read the file. */
export function loadToken({ dataDir, randomBytes }: TokenOptions): string {
  const path = join(dataDir, 'token')
  try {
    return readToken(path) ?? makeToken(dataDir, path, randomBytes)
  } catch (error) {
    if (error instanceof UsageError) throw error
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new UsageError(
      `The token in ${path} cannot be read or made${code}; give this user access to ${dataDir}.`,
    )
  }
}

function readToken(path: string): string | undefined {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode
  if (mode === undefined) return undefined
  if ((mode & 0o077) !== 0) chmodSync(path, OWNER_ONLY)
  const token = readFileSync(path, 'utf8').trim()
  if (token === '') return undefined
  if (TOKEN.test(token)) return token
  throw new UsageError(`${path} does not hold a token; remove the file and start again to get a new one.`)
}

/** Written aside and renamed, so that nobody ever reads half a token. */
function makeToken(dataDir: string, path: string, randomBytes: (size: number) => Buffer): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const token = randomBytes(32).toString('base64url')
  const aside = `${path}.${randomBytes(4).toString('hex')}.new`
  const file = openSync(aside, 'wx', OWNER_ONLY)
  try {
    writeSync(file, `${token}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(aside, path)
  return token
}
