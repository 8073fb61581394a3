import { UsageError } from '@signalbox/server/config'
import { text, type Values } from '../command.js'
import { oneLine } from '../terminal/plain-text.js'

/** How many, by `--limit`. Throws a sentence. */
export function limitOf(values: Values, { usual, most }: { usual: number; most: number }): number {
  const given = text(values, 'limit') ?? String(usual)
  const number = /^\d{1,6}$/.test(given) ? Number(given) : 0
  if (number >= 1 && number <= most) return number
  throw new UsageError(`--limit takes 1 to ${most}, not "${oneLine(given)}".`)
}
