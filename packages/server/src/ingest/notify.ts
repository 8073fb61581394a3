import {
  type Alias,
  canonicalType,
  type Draft,
  type NotifyEnvelope,
  normaliseType,
  type Source,
} from '@signalbox/protocol'
import { notificationDraft } from '../harmonize/notification.js'
import type { ToldDraft } from '../harmonize/told-draft.js'
import type { Commit, SessionRef } from '../log/log.js'
import { codexMeaning, isTitleThread } from './codex-notify.js'
import { textOrigin } from './text-origin.js'

const UNKNOWN = { agent: 'unknown', via: 'notify' }
const CODEX = { agent: 'codex', via: 'notify' }

/**
 * What a notify envelope asks of the log: its own event first, then what it means. Pure.
 * `payload` is the text of the payload as it was sent; it goes into the event unread, and between threads uncloned.
 * `sentTo` is the id its sender used, where that is not the one notify clients know the session by.
 */
export function notifyCommit(
  tenantId: string,
  session: SessionRef,
  envelope: NotifyEnvelope,
  payload: string,
  sentTo?: string,
): Commit {
  const { eventId, raw } = envelope
  const type = canonicalType(envelope.payload.type)
  const meaning = type === 'notify_event' ? meaningOf(envelope.payload) : undefined
  const notify: Draft = {
    type,
    source: meaning?.source ?? UNKNOWN,
    json: notifyData(envelope, payload, sentTo),
  }
  if (raw !== undefined) notify.raw = raw
  const commit: Commit = { tenantId, session, drafts: meaning ? [notify, ...meaning.drafts] : [notify] }
  if (meaning && meaning.bind.length > 0) commit.bind = meaning.bind
  if (eventId !== undefined) commit.eventId = eventId
  return commit
}

interface Meaning {
  source: Source
  drafts: ToldDraft[]
  bind: Alias[]
}

/** What a payload says beside itself; undefined when nothing that is known. */
function meaningOf(payload: NotifyEnvelope['payload']): Meaning | undefined {
  if (isTitleThread(payload)) return undefined
  const codex = codexMeaning(payload)
  if (codex) return { source: CODEX, ...codex }
  const notification = notificationOf(payload)
  return notification && { source: UNKNOWN, drafts: [notification], bind: [] }
}

/** A notification without a message says nothing that its own event does not. */
function notificationOf(payload: NotifyEnvelope['payload']): ToldDraft | undefined {
  const nativeType = normaliseType(payload.type)
  if (nativeType !== 'notification' || typeof payload.message !== 'string') return undefined
  return {
    ...notificationDraft({
      source: { ...UNKNOWN, nativeType },
      message: payload.message,
      title: payload.title,
      notificationType: payload.notification_type ?? payload['notification-type'],
    }),
    origin: textOrigin(payload),
  }
}

/** `{notify: {type, eventId?, occurredAt?, sentTo?, payload}}`, put together so that the payload stays as it came. */
function notifyData(
  { payload: { type }, eventId, occurredAt }: NotifyEnvelope,
  payload: string,
  sentTo: string | undefined,
): string {
  const member = (name: string, text: string | undefined) =>
    text === undefined ? '' : `,"${name}":${JSON.stringify(text)}`
  const more = member('eventId', eventId) + member('occurredAt', occurredAt) + member('sentTo', sentTo)
  return `{"notify":{"type":${JSON.stringify(type)}${more},"payload":${payload}}}`
}
