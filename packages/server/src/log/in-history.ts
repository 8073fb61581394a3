import type { Event, JsonObject } from '@signalbox/protocol'

// Apart from what each says there: the writing thread asks this, and reads no text.

/** Which events are part of the conversation. */
export const HISTORY_TYPES = [
  'user_message',
  'turn_complete',
  // A task_notification comes with one of these, which says the same.
  'agent_notification',
  'notify_new_plan',
  'notify_progress',
  'notify_finish',
  'notify_event',
] as const satisfies Event['type'][]
export type HistoryType = (typeof HISTORY_TYPES)[number]

const IN_HISTORY: ReadonlySet<Event['type']> = new Set(HISTORY_TYPES)

/** Whether an event is shown in the conversation. A notify event is hidden again when something was mapped from it. */
export function inHistory(type: Event['type'], data: JsonObject | undefined): boolean {
  return IN_HISTORY.has(type) && !(type === 'turn_complete' && data?.finalText === '')
}
