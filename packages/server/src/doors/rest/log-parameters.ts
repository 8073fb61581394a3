import { TIME_PATTERN } from '@signalbox/protocol'
import {
  formatRecordCursor,
  parseRecordCursor,
  type RecordCursor,
  SEVERITY_TEXTS,
  type SeverityText,
} from '@signalbox/protocol/log-record'
import { badParameter, type ParameterReader } from './query.js'

const LEVELS = [...SEVERITY_TEXTS, 'warn'] as const
const MAX_TEXT = 200
const TIME = new RegExp(TIME_PATTERN)
const DURATION = /^(\d{1,6})(ms|s|m|h|d)?$/
const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3600_000, d: 86_400_000 }
const SHORTEST_MS = 1000
const LONGEST_MS = 7 * 86_400_000

/** The least serious records that are wanted. */
export const level: ParameterReader<SeverityText | undefined> = (text, name) => {
  if (text === undefined || text === '') return undefined
  const known = LEVELS.find((one) => one === text.toLowerCase())
  if (known === undefined) throw badParameter(name, `${name} must be one of ${LEVELS.join(', ')}`)
  return known === 'warn' ? 'warning' : known
}

/** A moment, in ms: the times that an envelope may say, and no others. */
export const time: ParameterReader<number | undefined> = (text, name) => {
  if (text === undefined || text === '') return undefined
  // In a query string a plus that nobody encoded is a blank.
  const said = text.replace(/ (?=\d{2}:\d{2}$)/, '+')
  if (!TIME.test(said)) throw badParameter(name, `${name} must be a time such as 2026-01-28T20:17:42Z`)
  const ms = Date.parse(said)
  // A leap second, which Date does not know, is the one after it.
  return Number.isNaN(ms) ? Date.parse(said.replace(':60', ':59')) + 1000 : ms
}

/** How far back a stream begins. */
export interface ReplayWindow {
  text: string
  ms: number
}

/** A duration such as 1h; 0 is none. */
export const replayWindow: ParameterReader<ReplayWindow | undefined> = (text, name) => {
  if (text === undefined || text === '') return undefined
  const [, count, unit] = DURATION.exec(text) ?? []
  const ms = count === undefined ? Number.NaN : Number(count) * (UNITS[unit ?? 's'] ?? 1)
  const fits = ms === 0 || (unit !== undefined && ms >= SHORTEST_MS && ms <= LONGEST_MS)
  if (!fits)
    throw badParameter(name, `${name} must be a duration from 1s to 7d, such as 1h, or 0 for nothing`)
  return { text, ms }
}

/** A place among the records. */
export const recordCursor: ParameterReader<RecordCursor | undefined> = (text, name) => {
  if (text === undefined || text === '') return undefined
  const cursor = parseRecordCursor(text)
  if (cursor) return cursor
  const example = formatRecordCursor({ epoch: '0198f3a1-0000-7000-8000-000000000000', offset: 4711, n: 0 })
  throw badParameter(name, `${name} must be the cursor of a record, such as ${example}`)
}

/** A word or a few; an empty one is none. */
export const phrase: ParameterReader<string | undefined> = (text, name) => {
  if (text === undefined || text === '') return undefined
  if (text.length <= MAX_TEXT) return text
  throw badParameter(name, `${name} must be at most ${MAX_TEXT} characters long`)
}

/** An empty value is none. */
export function orNone<T>(read: ParameterReader<T>): ParameterReader<T> {
  return (text, name) => read(text === '' ? undefined : text, name)
}
