import { neutralise } from '../text/neutralise.js'
import { recordSummary } from './record-summary.js'

export const LOG_LEVELS = ['debug', 'info', 'warning', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** One record of the log, as a line shows it. `raw` is all of it, as it came. */
export interface LogRecord {
  key: string
  at: number
  level: LogLevel
  body: string
  /** What else it says that tells it from its like, in short. */
  rest: string
  type: string
  /** As its sender calls it. */
  sessionId: string
  /** As the dashboard finds it; empty when the record is of none. */
  sessionLink: string
  attributes: readonly (readonly [name: string, value: string])[]
  raw: unknown
}

/** Where each level begins, in the numbers of OpenTelemetry. */
const FROM: readonly (readonly [number, LogLevel])[] = [
  [17, 'error'],
  [13, 'warning'],
  [9, 'info'],
  [0, 'debug'],
]

/** A record of the stream; undefined for what is none. */
export function readRecord(key: string, data: string): LogRecord | undefined {
  let raw: unknown
  try {
    raw = JSON.parse(data)
  } catch {
    return undefined
  }
  if (typeof raw !== 'object' || raw === null) return undefined
  const { timeUnixNano, observedTimeUnixNano, severityNumber, body, attributes } = raw as Record<
    string,
    unknown
  >
  const named = attributesOf(attributes)
  const said = new Map(named)
  const words = neutralise(valueText(body))
  return {
    key,
    at: millis(timeUnixNano) || millis(observedTimeUnixNano),
    level: levelOf(typeof severityNumber === 'number' ? severityNumber : 9),
    body: words,
    rest: recordSummary(words, named),
    type: said.get('type') ?? '',
    sessionId: said.get('session.id') ?? said.get('session_id') ?? '',
    sessionLink: said.get('signalbox.session_id') ?? said.get('session.id') ?? said.get('session_id') ?? '',
    attributes: named,
    raw,
  }
}

function levelOf(severity: number): LogLevel {
  return FROM.find(([from]) => severity >= from)?.[1] ?? 'debug'
}

function millis(nanos: unknown): number {
  // As text it is longer than a number can tell; the last six digits are not shown.
  const text = typeof nanos === 'string' || typeof nanos === 'number' ? String(nanos) : ''
  return /^\d{7,25}$/.test(text) ? Number(text.slice(0, -6)) : 0
}

function attributesOf(attributes: unknown): (readonly [string, string])[] {
  if (!Array.isArray(attributes)) return []
  return attributes
    .flatMap((one: unknown) => {
      const { key, value } = (one ?? {}) as { key?: unknown; value?: unknown }
      return typeof key === 'string' ? [[neutralise(key), valueText(value)] as const] : []
    })
    .sort(([a], [b]) => (a < b ? -1 : 1))
}

/** An OTLP value as text: it says its type by the name of its only key. */
function valueText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return ''
  const [said] = Object.values(value)
  return typeof said === 'object' ? JSON.stringify(said) : String(said ?? '')
}
