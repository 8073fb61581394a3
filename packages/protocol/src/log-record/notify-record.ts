import type { Event } from '../event.js'
import type { DispatchWord } from '../flow/delivery.js'
import type { FlowFields } from '../flow/flow-fields.js'
import { uuidTime } from '../uuidv7.js'
import { type Attribute, attributeValue, type LogRecord, nanoseconds, SEVERITIES } from './log-record.js'
import { redactField } from './redact.js'

/** What became of handing an event to the flows; `failed` says why in `error`. */
export interface Dispatch {
  dispatch: DispatchWord
  error?: string
}

/** What a record is made of, beside the event. */
export interface NotifyRecordContext {
  fields: FlowFields
  dispatch: Dispatch
  resource: LogRecord['resource']
  duplicate?: boolean
}

export const NOTIFY_ACCEPTED = 'notify event accepted'
export const NOTIFY_SCOPE = 'signalbox/notify'

/** A value is cut after so many characters, and of so many fields at most there are attributes. */
const MAX_VALUE = 16 * 1024
const MAX_FIELDS = 512

/** Of the fields of the flow, those that come first, so that every record begins alike. */
const FIRST = ['type', 'notify.type', 'notify.event_id', 'session.id', 'session_id'] as const
const IS_FIRST: ReadonlySet<string> = new Set(FIRST)
/** What a payload cannot say of itself. */
const PROTECTED = /^(?:gestalt|signalbox)\.|^notify\.(?:dispatch|error|duplicate)$/

/** The record of an accepted notify event. Pure; the order of its attributes follows from the event alone. */
export function notifyRecord(
  event: Pick<Event, 'id' | 'ts' | 'sessionId'>,
  { fields, dispatch, resource, duplicate = false }: NotifyRecordContext,
): LogRecord {
  const { error } = dispatch
  const attributes: Attribute[] = [
    attribute('gestalt.category', 'notification'),
    attribute('gestalt.source', 'notify'),
    ...FIRST.flatMap((key) => fieldAttribute(key, fields.get(key))),
    attribute('notify.dispatch', dispatch.dispatch),
    ...(error === undefined ? [] : [attribute('notify.error', bounded('error', error))]),
    ...(duplicate ? [{ key: 'notify.duplicate', value: attributeValue(true) }] : []),
    attribute('signalbox.event_id', event.id),
    attribute('signalbox.session_id', event.sessionId),
    ...otherFields(fields),
  ]
  return {
    timeUnixNano: nanoseconds(event.ts),
    observedTimeUnixNano: nanoseconds(duplicate ? event.ts : (uuidTime(event.id) ?? event.ts)),
    severityNumber: SEVERITIES.info,
    severityText: 'info',
    body: { stringValue: NOTIFY_ACCEPTED },
    attributes,
    resource,
    scope: { name: NOTIFY_SCOPE },
  }
}

function otherFields(fields: FlowFields): Attribute[] {
  const others: Attribute[] = []
  for (const [key, value] of fields) {
    if (isNameless(key) || PROTECTED.test(key) || IS_FIRST.has(key)) continue
    others.push(attribute(key, bounded(key, value)))
    if (others.length >= MAX_FIELDS) break
  }
  return others
}

/** A payload may have a key that is nothing but blanks. */
function isNameless(key: string): boolean {
  return key === '' || key === 'notify.'
}

function fieldAttribute(key: string, value: string | undefined): Attribute[] {
  return value === undefined ? [] : [attribute(key, bounded(key, value))]
}

function attribute(key: string, value: string): Attribute {
  return { key, value: attributeValue(value) }
}

/** Looked at twice as far as it is told, so that a secret at the end is seen whole. */
function bounded(key: string, value: string): string {
  const text = redactField(key, value.slice(0, 2 * MAX_VALUE))
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text
}
