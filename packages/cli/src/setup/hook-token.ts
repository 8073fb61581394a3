import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '@signalbox/server/config'

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

/** The token of the hooks; made here when the gateway never ran, which takes it from the same file. */
export function ensureHookToken(dataDir: string): string {
  const path = hookTokenPath(dataDir)
  const found = readHookToken(dataDir)
  if (found !== undefined) return found
  const aside = `${path}.${randomBytes(4).toString('hex')}.new`
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const line = `Authorization: Bearer ${randomBytes(32).toString('base64url')}\n`
    writeFileSync(aside, line, { mode: 0o600, flag: 'wx' })
    // Never over one that the gateway makes at the same moment.
    linkSync(aside, path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST')
      throw new UsageError(
        `The token of the hooks cannot be written to ${path} (${code}). Give this user access to it, or choose another --data-dir.`,
      )
  } finally {
    rmSync(aside, { force: true })
  }
  const made = readHookToken(dataDir)
  if (made === undefined)
    throw new UsageError(`${path} does not hold a token; remove the file and type the same again.`)
  return made
}
