import type { JsonObject } from '../event.js'
import type { ActivityId } from './activities.js'

/**
 * What becomes of one activity of one trigger for one event. pending: to be tried, now or at `next_attempt_at`. running:
 * under way. done. dead: given up after its last attempt. unknown: the gateway stopped in the middle, and it must not be
 * done twice. stopped: not tried, since flows had set each other off too often.
 */
export const DELIVERY_STATUSES = ['pending', 'running', 'done', 'dead', 'unknown', 'stopped'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/**
 * What became of an event when it was committed. queued: flows look at it. flow_unavailable: they are off, or their files
 * cannot be read. temporal_unavailable: the engine that does the work cannot be reached; it waits. failed: for another reason.
 */
export const DISPATCHES = ['queued', 'flow_unavailable', 'temporal_unavailable', 'failed'] as const
export type DispatchWord = (typeof DISPATCHES)[number]

/** What was heard back, where somebody answers: status and body of a webhook, session and turn of an agent. */
export type DeliveryResponse = JsonObject

/** The key of a delivery: the event, the trigger, and the place of the activity in it. */
export function deliveryId(eventId: string, triggerId: string, index: number): string {
  return `${eventId}/${triggerId}/${index}`
}

/** One activity that is to be done, or was: as the API has it. Times are RFC 3339. */
export interface Delivery {
  id: string
  /** The log's id of the event. */
  event_id: string
  event_type: string
  session_id: string
  trigger_id: string
  activity_id: ActivityId
  /** The place of the activity in its trigger, from 0. */
  index: number
  status: DeliveryStatus
  attempts: number
  created_at: string
  updated_at: string
  next_attempt_at?: string
  error?: string
  response?: DeliveryResponse
  /** The triggers that led to it, the first first; its own is the last. */
  chain: string[]
}
