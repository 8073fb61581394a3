import type { Event, JsonObject } from '@signalbox/protocol'
import type { WriteStore } from './sqlite/write-store.js'

type Projection = (store: WriteStore, sessionKey: number, event: Event, data: JsonObject) => void

const ask =
  (kind: string): Projection =>
  (store, sessionKey, event, data) =>
    store.askRequest({
      id: String(data.requestId),
      sessionKey,
      tenant: event.tenantId,
      kind,
      turn: event.turnId ?? null,
      at: event.ts,
      data: event.data,
    })

const end =
  (status: string): Projection =>
  (store, sessionKey, event, data) => {
    const { requestId, ...outcome } = data
    store.endRequest(sessionKey, String(requestId), status, event.ts, JSON.stringify(outcome))
  }

const PROJECTIONS: Partial<Record<Event['type'], Projection>> = {
  permission_requested: ask('permission'),
  question_requested: ask('question'),
  approval_resolved: end('resolved'),
  question_resolved: end('resolved'),
  request_closed: end('closed'),
}

/** Keeps the table of requests in step with the events: pending, then resolved or closed, with the outcome. */
export function projectRequest(store: WriteStore, sessionKey: number, event: Event, data?: JsonObject): void {
  if (data) PROJECTIONS[event.type]?.(store, sessionKey, event, data)
}
