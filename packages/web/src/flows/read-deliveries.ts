import type { Delivery } from '@signalbox/protocol/flow'
import { type Outcome, sendJson } from '../gateway/send-json.js'

export interface DeliveryPage {
  deliveries: Delivery[]
  next: string | null
}

export interface DeliveryQuery {
  status?: string | null
  trigger?: string | null
  after?: string | null
  limit?: number
}

/** Deliveries, newest first. */
export function readDeliveries(
  { status, trigger, after, limit = 100 }: DeliveryQuery,
  send: typeof fetch = fetch,
): Promise<Outcome<DeliveryPage>> {
  const asked = Object.entries({ status, trigger, limit: String(limit), after })
  const query = new URLSearchParams(
    asked.filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )
  return sendJson('GET', `/api/flow/deliveries?${query}`, { send })
}

/** Has one done once more. */
export function retryDelivery(
  id: string,
  send: typeof fetch = fetch,
): Promise<Outcome<{ delivery: Delivery }>> {
  return sendJson('POST', `/api/flow/deliveries/${encodeURIComponent(id)}/retry`, { send })
}
