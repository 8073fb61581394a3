import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { JOURNAL_LEVELS, type JournalLevel } from '../telemetry/journal-level.js'
import { type Setting, shown } from './setting.js'
import { UsageError } from './usage-error.js'

const HOST_NAME = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i
const AUTHORITY = /^(\[[0-9a-f:.]+\]|[a-z0-9]([a-z0-9.-]*[a-z0-9])?)(:\d{1,5})?$/i
/** What a timer can hold, about 24 days. */
const LONGEST_MS = 2 ** 31 - 1

export function toHost(setting: Setting | undefined): string {
  if (!setting) return '127.0.0.1'
  const [place, value] = setting
  const host =
    typeof value === 'string'
      ? value
          .trim()
          .replace(/^\[(.*)\]$/, '$1')
          .toLowerCase()
      : ''
  if (isIP(host) || HOST_NAME.test(host)) return host
  throw new UsageError(
    `${place} must be a name or address without port, not ${shown(value)}; for example 127.0.0.1.`,
  )
}

export function toPort(setting: Setting | undefined): number {
  if (!setting) return 8080
  const [place, value] = setting
  const port = typeof value === 'string' && /^\s*\d{1,5}\s*$/.test(value) ? Number(value) : value
  if (typeof port === 'number' && Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new UsageError(`${place} must be a number from 0 to 65535, not ${shown(value)}; for example 8080.`)
}

export function toSwitch(place: string, value: string | undefined): boolean {
  const word = value?.trim().toLowerCase() ?? ''
  if (word === '1' || word === 'true') return true
  if (word === '' || word === '0' || word === 'false') return false
  throw new UsageError(`${place} must be 1 or 0, not ${shown(value)}.`)
}

export function toLevel(setting: Setting | undefined): JournalLevel {
  if (!setting) return 'warn'
  const [place, value] = setting
  const level = JOURNAL_LEVELS.find((known) => known === String(value).trim().toLowerCase())
  if (level) return level
  throw new UsageError(`${place} must be one of ${JOURNAL_LEVELS.join(', ')}, not ${shown(value)}.`)
}

export function toBoolean([place, value]: Setting, usual = false): boolean {
  if (value === undefined) return usual
  if (typeof value === 'boolean') return value
  throw new UsageError(`${place} must be true or false, not ${shown(value)}.`)
}

/** An absolute directory; without a setting, one in the home directory. */
export function toDirectory(setting: Setting | undefined, usual: string, homeDir: string): string {
  if (!setting) return join(homeDir, usual)
  const [place, value] = setting
  if (typeof value !== 'string' || value.trim() === '') {
    throw new UsageError(`${place} must be a directory, not ${shown(value)}; for example "~/${usual}".`)
  }
  const path = value.trim()
  return resolve(path.startsWith('~/') ? join(homeDir, path.slice(2)) : path)
}

/** A program and its arguments, run without a shell. */
export function toProgram([place, value]: Setting): readonly [string, ...string[]] | null {
  if (value === undefined) return null
  const words = Array.isArray(value) ? (value as unknown[]) : []
  const [program, ...args] = words.filter(
    (word) => typeof word === 'string' && !word.includes('\0'),
  ) as string[]
  if (program !== undefined && program.trim() !== '' && args.length === words.length - 1)
    return [program, ...args]
  throw new UsageError(
    `${place} must be a list of a program and its arguments, not ${shown(value)}; for example ["/path/to/program", "argument"].`,
  )
}

export function toAuthorities([place, value]: Setting): string[] {
  if (value === undefined) return []
  const wrong = Array.isArray(value)
    ? value.find((item) => typeof item !== 'string' || !AUTHORITY.test(item))
    : value
  if (!Array.isArray(value) || wrong !== undefined) {
    throw new UsageError(
      `${place} must be a list of names with or without port, not ${shown(wrong)}; for example ["box.example", "localhost:9000"].`,
    )
  }
  return value.map((item: string) => item.toLowerCase())
}

export function toDuration(
  [place, value]: Setting,
  { least, usual }: { least: number; usual: number },
): number {
  if (value === undefined) return usual
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= LONGEST_MS)
    return value
  throw new UsageError(
    `${place} must be milliseconds from ${least} to ${LONGEST_MS}, not ${shown(value)}; for example ${usual}.`,
  )
}

export function toBytes([place, value]: Setting, { least, usual }: { least: number; usual: number }): number {
  if (value === undefined) return usual
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least) return value
  throw new UsageError(
    `${place} must be bytes, at least ${least}, not ${shown(value)}; for example ${usual}.`,
  )
}
