import { canonicalType, type Draft, type NotifyEnvelope } from '@signalbox/protocol'
import type { Commit, SessionRef } from '../log/log.js'
import { codexMeaning } from './codex-notify.js'

const UNKNOWN = { agent: 'unknown', via: 'notify' }
const CODEX = { agent: 'codex', via: 'notify' }

/**
 * What a notify envelope asks of the log: its own event first, then what it means. Pure.
 * `payload` is the text of the payload as it was sent; it goes into the event unread, and between threads uncloned.
 */
export function notifyCommit(
  tenantId: string,
  session: SessionRef,
  envelope: NotifyEnvelope,
  payload: string,
): Commit {
  const { eventId, raw } = envelope
  const type = canonicalType(envelope.payload.type)
  const meaning = type === 'notify_event' ? codexMeaning(envelope.payload) : undefined
  const notify: Draft = {
    type,
    source: meaning ? CODEX : UNKNOWN,
    json: notifyData(envelope, payload),
  }
  if (raw !== undefined) notify.raw = raw
  const commit: Commit = { tenantId, session, drafts: meaning ? [notify, ...meaning.drafts] : [notify] }
  if (meaning && meaning.bind.length > 0) commit.bind = meaning.bind
  if (eventId !== undefined) commit.eventId = eventId
  return commit
}

/** `{notify: {type, eventId?, occurredAt?, payload}}`, put together from texts so that the payload stays as it came. */
function notifyData({ payload: { type }, eventId, occurredAt }: NotifyEnvelope, payload: string): string {
  const id = eventId === undefined ? '' : `,"eventId":${JSON.stringify(eventId)}`
  const time = occurredAt === undefined ? '' : `,"occurredAt":${JSON.stringify(occurredAt)}`
  return `{"notify":{"type":${JSON.stringify(type)}${id}${time},"payload":${payload}}}`
}
