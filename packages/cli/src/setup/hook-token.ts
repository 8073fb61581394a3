import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadHookToken } from '@signalbox/server/token'

const LINE = /^Authorization: Bearer ([\x21-\x7e]{1,512})\s*$/

/** The file agents' hooks take their token from, written as the header it is sent in. */
export function hookTokenPath(dataDir: string): string {
  return join(dataDir, 'hook-authorization')
}

/** The token in it, if there is one. */
export function readHookToken(dataDir: string): string | undefined {
  try {
    return LINE.exec(readFileSync(hookTokenPath(dataDir), 'utf8'))?.[1]
  } catch {
    return undefined
  }
}

/** The token of the hooks; made of these bytes when the gateway never ran, which takes it from the same file. */
export function ensureHookToken(dataDir: string, secret = randomBytes(32)): string {
  return loadHookToken({
    dataDir,
    randomBytes: (size) => (size === secret.length ? secret : randomBytes(size)),
  })
}
