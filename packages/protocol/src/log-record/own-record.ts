import { attributeValue, type LogRecord, nanoseconds, SEVERITIES, type SeverityText } from './log-record.js'
import { redact, redactField } from './redact.js'

/** What the gateway notes about itself, before it is a record. */
export interface OwnNote {
  /** When, in ms. */
  time: number
  severity: SeverityText
  message: string
  fields: Readonly<Record<string, string | number | boolean | readonly string[]>>
}

export const OWN_SCOPE = 'signalbox'
const MAX_TEXT = 4 * 1024
const MAX_FIELDS = 64

/** The record of something the gateway noted about itself. */
export function ownRecord(note: OwnNote, resource: LogRecord['resource']): LogRecord {
  const time = nanoseconds(note.time)
  const fields = Object.entries(note.fields).slice(0, MAX_FIELDS)
  return {
    timeUnixNano: time,
    observedTimeUnixNano: time,
    severityNumber: SEVERITIES[note.severity],
    severityText: note.severity,
    body: { stringValue: cut(redact(note.message)) },
    attributes: fields.map(([key, value]) => {
      const plain = typeof value === 'object' ? value.join(', ') : value
      const told = typeof plain === 'string' ? cut(redactField(key, plain)) : plain
      return { key, value: attributeValue(told) }
    }),
    resource,
    scope: { name: OWN_SCOPE },
  }
}

function cut(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text
}
