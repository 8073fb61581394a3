import { TOAST_LEVELS } from '@signalbox/protocol'
import { NOTIFICATION_TYPES, type Notification } from '@signalbox/protocol/flow'

/** One message of the stream of notifications; undefined for what is none, or of a later release. */
export function readNotification(data: string): Notification | undefined {
  let told: unknown
  try {
    told = JSON.parse(data)
  } catch {
    return undefined
  }
  if (typeof told !== 'object' || told === null) return undefined
  const { type: named, level: loud, message, timestamp, session_id } = told as Record<string, unknown>
  const type = NOTIFICATION_TYPES.find((known) => known === named)
  if (type === undefined || typeof message !== 'string') return undefined
  return {
    type,
    level: TOAST_LEVELS.find((known) => known === loud) ?? 'info',
    message,
    timestamp: String(timestamp),
    session_id: String(session_id),
  }
}
