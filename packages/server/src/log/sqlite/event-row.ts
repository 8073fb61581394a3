import type { Event } from '@signalbox/protocol'
import type { SaidEvent } from '../../dialects/dialect.js'
import { sourceOf } from '../source-text.js'

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
    source: sourceOf(row.source),
    ...(row.cause === null ? {} : { causeId: row.cause }),
    data: row.data,
  }
}

/** The columns of what the wire shows, as a bare list: for replays, where naming each value costs as much as reading it. */
export const SELECT_WIRE = 'SELECT e.seq, e.offset, e.ts, e.type, e.turn, e.data FROM events e'

export type WireRow = [
  seq: number,
  offset: number,
  ts: number,
  type: string,
  turn: string | null,
  data: string,
]

/** The part of an event that dialects are told. */
export function saidEventOf(sessionId: string, [seq, offset, ts, type, turn, data]: WireRow): SaidEvent {
  const event: SaidEvent = { type: type as Event['type'], sessionId, seq, offset, ts, data }
  if (turn !== null) event.turnId = turn
  return event
}
