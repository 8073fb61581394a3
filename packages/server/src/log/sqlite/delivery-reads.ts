import type { Event, JsonObject } from '@signalbox/protocol'
import { type ActivityId, type Delivery, type DeliveryStatus, deliveryId } from '@signalbox/protocol/flow'
import type Database from 'libsql'
import type {
  CauseQuery,
  DeliveryKey,
  DeliveryPage,
  DeliveryQuery,
  DueDelivery,
  DuePage,
  DueQuery,
  OutboxState,
  Prunable,
  PruneLimits,
} from '../outbox.js'
import { matchedIn } from './delivery-writes.js'
import { dueReads } from './due-reads.js'
import type { eventReads } from './event-reads.js'
import { oneView } from './one-view.js'

/** A page looks at so many rows: the reading thread has others to answer. */
const LOOKED_AT = 20_000

/** So many rows are found at once to be removed, and so many bindings. */
const PRUNED_AT_ONCE = 5_000
const FORGOTTEN_AT_ONCE = 500
const ENDED: readonly DeliveryStatus[] = ['done', 'dead', 'unknown', 'stopped']

/** The words of the index: it is not used without them. */
const ENDED_ROWS = "status IN ('done', 'dead', 'unknown', 'stopped')"

const SELECT = `SELECT d.offset, d.binding, d.status, d.attempts, d.begun, d.due, d.causes, d.response, d.error,
  d.created_at AS createdAt, d.updated_at AS updatedAt, coalesce(e.id, d.event) AS event, coalesce(e.type, d.type) AS type,
  s.id AS session, s.tenant, b.trigger_id AS trigger, b.place, b.activity, b.config
  FROM deliveries d CROSS JOIN bindings b ON b.key = d.binding CROSS JOIN sessions s ON s.key = d.session
  LEFT JOIN events e ON e.offset = d.offset`

/** The SQL of reading the outbox. */
export const DELIVERY_SQL = {
  page: `${SELECT} WHERE (d.offset, d.binding) < (?1, ?2) AND d.offset >= ?3 AND s.tenant = ?4
    AND (?5 IS NULL OR d.status = ?5) AND (?6 IS NULL OR b.trigger_id = ?6) AND (?7 IS NULL OR s.id = ?7)
    ORDER BY d.offset DESC, d.binding DESC LIMIT ?8`,
  floor: `SELECT offset FROM deliveries WHERE (offset, binding) < (?, ?) ORDER BY offset DESC, binding DESC LIMIT 1 OFFSET ${LOOKED_AT}`,
  at: `${SELECT} WHERE d.offset = ? AND d.binding = ?`,
  ofEvent: `${SELECT} WHERE d.offset = ? AND b.trigger_id = ? AND b.place = ?`,
  orphan: `${SELECT.replace('FROM deliveries d', 'FROM deliveries d INDEXED BY deliveries_by_event')}
    WHERE d.event = ? AND b.trigger_id = ? AND b.place = ?`,
  ofTurn: `SELECT d.causes, b.trigger_id AS trigger FROM deliveries d INDEXED BY deliveries_by_turn
    CROSS JOIN bindings b ON b.key = d.binding CROSS JOIN sessions s ON s.key = d.session WHERE d.turn = ? AND s.tenant = ? LIMIT 1`,
  // Where those that are too many begin, and what is older than a time or comes after that place.
  many: `SELECT updated_at AS at, offset, binding FROM deliveries INDEXED BY deliveries_ended WHERE status = ? AND ${ENDED_ROWS}
    ORDER BY updated_at DESC, offset DESC, binding DESC LIMIT 1 OFFSET ?`,
  old: `SELECT offset, binding FROM deliveries INDEXED BY deliveries_ended
    WHERE status = ? AND ${ENDED_ROWS} AND updated_at < ? ORDER BY updated_at LIMIT ?`,
  beyond: `SELECT offset, binding FROM deliveries INDEXED BY deliveries_ended
    WHERE status = ? AND ${ENDED_ROWS} AND (updated_at, offset, binding) <= (?, ?, ?) ORDER BY updated_at, offset, binding LIMIT ?`,
  // Those that have ended are gone through once for all bindings, and only where one has none that wait or run.
  unused: `SELECT key FROM bindings WHERE used_at < ? AND CASE WHEN EXISTS (SELECT 1 FROM waiting WHERE binding = bindings.key)
      OR EXISTS (SELECT 1 FROM deliveries INDEXED BY deliveries_running WHERE binding = bindings.key AND status = 'running') THEN 0
    ELSE key NOT IN (SELECT binding FROM deliveries INDEXED BY deliveries_ended WHERE ${ENDED_ROWS}) END LIMIT ?`,
  counts: 'SELECT status, count(*) AS count FROM deliveries GROUP BY status',
  matched: "SELECT value FROM meta WHERE key = 'matched'",
} as const

interface Row {
  offset: number
  binding: number
  status: DeliveryStatus
  attempts: number
  /** 0: never begun; else one more than how often in a row it was cut short by a kill. */
  begun: number
  due: number | null
  causes: string | null
  response: string | null
  error: string | null
  createdAt: number
  updatedAt: number
  event: string
  type: string
  session: string
  tenant: string
  trigger: string
  place: number
  activity: ActivityId
  config: string
}

interface Place extends DeliveryKey {
  at: number
}

/** Reads the outbox: what people see of it, and what is due. */
export function deliveryReads(db: Database.Database, events: ReturnType<typeof eventReads>) {
  const sql = {
    page: db.prepare(DELIVERY_SQL.page),
    floor: db.prepare(DELIVERY_SQL.floor),
    at: db.prepare(DELIVERY_SQL.at),
    ofEvent: db.prepare(DELIVERY_SQL.ofEvent),
    orphan: db.prepare(DELIVERY_SQL.orphan),
    ofTurn: db.prepare(DELIVERY_SQL.ofTurn),
    many: db.prepare(DELIVERY_SQL.many),
    old: db.prepare(DELIVERY_SQL.old),
    beyond: db.prepare(DELIVERY_SQL.beyond),
    unused: db.prepare(DELIVERY_SQL.unused),
    counts: db.prepare(DELIVERY_SQL.counts),
    matched: db.prepare(DELIVERY_SQL.matched),
  }
  const due = dueReads(db)
  const atOnce = oneView(db)

  function find(tenantId: string, id: string): Row | undefined {
    const key = partsOf(id)
    if (!key) return undefined
    const offset = events.offsetOf(key.eventId)
    const row = (
      offset === undefined
        ? sql.orphan.get(key.eventId, key.triggerId, key.index)
        : sql.ofEvent.get(offset, key.triggerId, key.index)
    ) as Row | undefined
    return row?.tenant === tenantId ? row : undefined
  }

  /** `seen`: an event several rows are about goes over to them once. */
  function dueDelivery(
    { offset, binding }: DeliveryKey,
    seen: Map<number, Event | undefined>,
  ): DueDelivery[] {
    const row = sql.at.get(offset, binding) as Row | undefined
    if (!row) return []
    if (!seen.has(row.offset)) seen.set(row.offset, events.eventAt(row.offset))
    const event = seen.get(row.offset)
    return [
      {
        ...{
          offset: row.offset,
          binding: row.binding,
          id: idOf(row),
          tenantId: row.tenant,
          sessionId: row.session,
        },
        ...{ triggerId: row.trigger, index: row.place, activityId: row.activity, attempts: row.attempts },
        begunBefore: row.begun > 0,
        config: JSON.parse(row.config) as JsonObject,
        chain: chainIn(row),
        ...(event ? { event } : {}),
      },
    ]
  }

  return {
    deliveries(query: DeliveryQuery): DeliveryPage {
      const { tenantId, status = null, triggerId = null, sessionId = null, limit } = query
      const [offset, binding] = placeIn(query.after)
      const floor = (sql.floor.get(offset, binding) as { offset: number } | undefined)?.offset
      const filters = [tenantId, status, triggerId, sessionId]
      const rows = sql.page.all(offset, binding, floor ?? 0, ...filters, limit + 1) as Row[]
      const page = rows.slice(0, limit)
      const last = page.at(-1)
      const beyond = floor === undefined ? null : `${floor}.0`
      const next = rows.length > limit && last ? `${last.offset}.${last.binding}` : beyond
      return { deliveries: page.map(deliveryOf), next }
    },
    delivery(tenantId: string, id: string): Delivery | undefined {
      const row = find(tenantId, id)
      return row && deliveryOf(row)
    },
    deliveryKey(tenantId: string, id: string): DeliveryKey | undefined {
      const row = find(tenantId, id)
      return row && { offset: row.offset, binding: row.binding }
    },
    /** At once: where rows that were found first are removed meanwhile, others that are due would not be found. */
    dueDeliveries: (query: DueQuery): DuePage =>
      atOnce(() => {
        const seen = new Map<number, Event | undefined>()
        const keys = query.wanted.flatMap((wanted) => due.keys(query, wanted))
        const next = query.wanted.flatMap(({ activityId }) => due.next(activityId, query.now) ?? [])
        return {
          due: keys.flatMap((key) => dueDelivery(key, seen)),
          next: next.length > 0 ? Math.min(...next) : null,
        }
      }),
    prunable({ doneBefore, otherBefore, newestDone, newestOther }: PruneLimits): Prunable {
      const rows: DeliveryKey[] = []
      for (const status of ENDED) {
        const isDone = status === 'done'
        const before = isDone ? doneBefore : otherBefore
        const old = sql.old.all(status, before, PRUNED_AT_ONCE - rows.length) as DeliveryKey[]
        const floor = sql.many.get(status, isDone ? newestDone : newestOther) as Place | undefined
        const beyond = floor
          ? (sql.beyond.all(status, floor.at, floor.offset, floor.binding, PRUNED_AT_ONCE) as DeliveryKey[])
          : []
        // Both begin with the oldest: the longer list has all of the other.
        rows.push(...(old.length > beyond.length ? old : beyond).slice(0, PRUNED_AT_ONCE - rows.length))
      }
      // Bindings come last: what is to be removed may be all that is left of them.
      const unused =
        rows.length > 0 ? [] : (sql.unused.all(otherBefore, FORGOTTEN_AT_ONCE) as { key: number }[])
      return { rows, bindings: unused.map(({ key }) => key) }
    },
    outboxState(): OutboxState {
      const rows = sql.counts.all() as { status: DeliveryStatus; count: number }[]
      const matched = matchedIn((sql.matched.get() as { value: string } | undefined)?.value)
      const counts = Object.fromEntries(rows.map(({ status, count }) => [status, count]))
      return { counts, ...(matched ? { matched } : {}) }
    },
    chainOf(query: CauseQuery): string[] | undefined {
      const row =
        'deliveryId' in query
          ? find(query.tenantId, query.deliveryId)
          : (sql.ofTurn.get(query.turnId, query.tenantId) as Pick<Row, 'causes' | 'trigger'> | undefined)
      return row && chainIn(row)
    },
  }
}

/** A trigger may have any name: only the first and the last stroke of an id part something. */
function partsOf(id: string): { eventId: string; triggerId: string; index: number } | undefined {
  const parts = /^([^/]*)\/(.*)\/(\d{1,9})$/s.exec(id)
  if (!parts) return undefined
  const [, eventId = '', triggerId = '', index] = parts
  return { eventId, triggerId, index: Number(index) }
}

function placeIn(after: string | undefined): [offset: number, binding: number] {
  const [, offset, binding] = /^(\d{1,15})\.(\d{1,15})$/.exec(after ?? '') ?? []
  return offset === undefined ? [Number.MAX_SAFE_INTEGER, 0] : [Number(offset), Number(binding)]
}

function idOf({ event, trigger, place }: Row): string {
  return deliveryId(event, trigger, place)
}

function chainIn({ causes, trigger }: Pick<Row, 'causes' | 'trigger'>): string[] {
  return [...(causes === null ? [] : (JSON.parse(causes) as string[])), trigger]
}

function deliveryOf(row: Row): Delivery {
  const time = (ms: number) => new Date(ms).toISOString()
  return {
    id: idOf(row),
    event_id: row.event,
    event_type: row.type,
    session_id: row.session,
    trigger_id: row.trigger,
    activity_id: row.activity,
    index: row.place,
    status: row.status,
    attempts: row.attempts,
    created_at: time(row.createdAt),
    updated_at: time(row.updatedAt),
    ...(row.due === null ? {} : { next_attempt_at: time(row.due) }),
    ...(row.error === null ? {} : { error: row.error }),
    ...(row.response === null ? {} : { response: JSON.parse(row.response) as JsonObject }),
    chain: chainIn(row),
  }
}
