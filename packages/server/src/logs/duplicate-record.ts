import { canonicalType, type JsonObject } from '@signalbox/protocol'
import { BoundedScalars, BRIEF_BOUNDS, flowFields } from '@signalbox/protocol/flow'
import { type Dispatch, type LogRecord, notifyRecord } from '@signalbox/protocol/log-record'
import type { Notify } from '../ingest/notify-intake.js'
import type { Committed } from '../log/log.js'

/**
 * Makes the record of a notify that came before: its event is in the log once, and was not dispatched again. What it says is
 * told in brief, since the first has it whole; nothing else of it is held until the record is made.
 */
export function duplicateRecord(
  { envelope }: Pick<Notify, 'envelope'>,
  { sessionId, first }: Committed,
  { ts, dispatch }: { ts: number; dispatch: Dispatch },
): () => LogRecord {
  const { eventId, occurredAt, sessionId: spokenId } = envelope
  const { type } = envelope.payload
  const payload: JsonObject = Object.fromEntries(new BoundedScalars(BRIEF_BOUNDS).of(envelope.payload))
  return () => {
    const told = eventId === undefined ? {} : { eventId }
    const data: JsonObject = {
      notify: { type, ...told, ...(occurredAt === undefined ? {} : { occurredAt }), payload },
    }
    const event = { id: first?.id ?? '', type: canonicalType(type), ts, sessionId, data }
    const fields = flowFields(event, { spokenId })
    return notifyRecord(event, { fields, dispatch, duplicate: true, resource: { attributes: [] } })
  }
}
