import type { Event, JsonObject } from '../event.js'
import { TOAST_LEVELS, type ToastLevel } from '../registry/flow-events.js'
import type { EventType } from '../registry/registry.js'
import { textOf } from '../session/text.js'

/** What a person should see wherever they look: what flows say, and who needs a person. */
export const NOTIFICATION_TYPES = [
  'toast',
  'attention_raised',
  'attention_cleared',
] as const satisfies EventType[]
export type NotificationType = (typeof NOTIFICATION_TYPES)[number]

/** One of them, as the stream of notifications says it. */
export interface Notification {
  type: NotificationType
  level: ToastLevel
  message: string
  /** RFC 3339. */
  timestamp: string
  session_id: string
}

export function isNotification(type: EventType): type is NotificationType {
  return (NOTIFICATION_TYPES as readonly EventType[]).includes(type)
}

type Said = Pick<Notification, 'level' | 'message'>

const SAID: Readonly<Record<NotificationType, (data: JsonObject) => Said>> = {
  toast: ({ level, message }) => ({
    level: TOAST_LEVELS.find((known) => known === level) ?? 'info',
    message: textOf(message),
  }),
  attention_raised: ({ kind, message }) => ({
    level: 'warning',
    message: labelled(named(NEEDED, kind) ?? 'Somebody is needed', message),
  }),
  attention_cleared: ({ kind, message }) => ({
    level: 'info',
    message: labelled(named(SETTLED, kind) ?? 'Nobody is needed any more', message),
  }),
}

const NEEDED: Readonly<Record<string, string | undefined>> = {
  permission: 'Needs a permission',
  question: 'Asks a question',
  input: 'Waits for input',
}
const SETTLED: Readonly<Record<string, string | undefined>> = {
  permission: 'Needs the permission no more',
  question: 'Asks no more',
  input: 'Goes on',
}

/** What an event is to people wherever they look; undefined where it is nothing to them. */
export function notificationOf({
  type,
  sessionId,
  ts,
  data,
}: Pick<Event, 'type' | 'sessionId' | 'ts' | 'data'>): Notification | undefined {
  if (!isNotification(type)) return undefined
  const said = SAID[type](JSON.parse(data) as JsonObject)
  return { type, ...said, timestamp: new Date(ts).toISOString(), session_id: sessionId }
}

/** Agents have words of their own; `toString` is none of ours. */
function named(words: Readonly<Record<string, string | undefined>>, kind: unknown): string | undefined {
  const key = textOf(kind)
  return Object.hasOwn(words, key) ? words[key] : undefined
}

function labelled(label: string, text: unknown): string {
  const more = textOf(text).trim()
  return more === '' ? label : `${label}: ${more}`
}
