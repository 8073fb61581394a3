import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { LeftAlone } from './left-alone.js'

const BACKUP = '.signalbox-backup-'
/** Settings larger than this are no settings. */
const MOST_BYTES = 16 * 1024 * 1024

/** The text of a settings file, every byte of it; undefined when there is none. */
export function readSettings(path: string): string | undefined {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new LeftAlone(`${path} cannot be read (${code}); give this user access to it.`)
  }
  if (bytes.length > MOST_BYTES) throw new LeftAlone(`${path} is left alone: it is larger than 16 MiB.`)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new LeftAlone(`${path} is left alone: it is not UTF-8 text.`)
  }
}

/** The file that is meant: where a link leads, also when there is nothing yet. */
export function targetOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    try {
      return resolve(dirname(path), readlinkSync(path))
    } catch {
      return path
    }
  }
}

/** A path with its links followed, as far as there is something. */
export function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

/** Where the text a file had before setup is kept. */
export function backupPath(path: string, now: number): string {
  return `${path}${BACKUP}${new Date(now).toISOString().replaceAll(/[-:.]/g, '')}`
}

/** The newest backup beside a file, if there is one. */
export function newestBackup(path: string): string | undefined {
  try {
    const names = readdirSync(dirname(path)).filter((name) => name.startsWith(basename(path) + BACKUP))
    const newest = names.sort().at(-1)
    return newest === undefined ? undefined : join(dirname(path), newest)
  } catch {
    return undefined
  }
}
