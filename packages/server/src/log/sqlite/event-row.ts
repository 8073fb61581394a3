import type { Event } from '@signalbox/protocol'

/** An event as it stands in its row. */
export interface EventRow {
  offset: number
  session: string
  tenant: string
  seq: number
  id: string
  ts: number
  type: string
  turn: string | null
  v: number
  source: string
  cause: string | null
  data: string
}

export const SELECT_EVENT =
  'SELECT e.offset, s.id AS session, s.tenant, e.seq, e.id, e.ts, e.type, e.turn, e.v, e.source, e.cause, e.data FROM events e JOIN sessions s ON s.key = e.session'

/** The event a row holds. Older versions are brought up to date here, never on disk. */
export function eventOf(row: EventRow): Event {
  return {
    v: row.v,
    id: row.id,
    tenantId: row.tenant,
    sessionId: row.session,
    seq: row.seq,
    offset: row.offset,
    ts: row.ts,
    type: row.type as Event['type'],
    ...(row.turn === null ? {} : { turnId: row.turn }),
    source: JSON.parse(row.source),
    ...(row.cause === null ? {} : { causeId: row.cause }),
    data: row.data,
  }
}
