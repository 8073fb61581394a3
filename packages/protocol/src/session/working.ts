import type { EventType } from '../registry/registry.js'

/** What only an agent at work does. */
const WORK: ReadonlySet<EventType> = new Set([
  'turn_started',
  'user_message',
  'steer_sent',
  'text_delta',
  'message_complete',
  'thinking_start',
  'thinking_progress',
  'tool_call_start',
  'tool_call',
  'tool_result',
  'tool_error',
])

/** Whether an event shows its agent at work. */
export function isWorking(type: EventType): boolean {
  return WORK.has(type)
}
