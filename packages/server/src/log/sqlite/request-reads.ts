import type { AttentionEntry, RequestEntry } from '@signalbox/protocol'
import type Database from 'libsql'
import type { AttentionQuery, LeftActive, RequestQuery } from '../log.js'
import { type RequestRow, requestEntry } from '../request-entry.js'

const SELECT_REQUEST =
  'SELECT r.id, s.id AS session, r.kind, r.status, r.turn, r.asked_at, r.ended_at, r.asked, r.outcome FROM requests r JOIN sessions s ON s.key = r.session'
// The plus keeps the planner from the indexes by tenant: one session has few requests, a tenant many.
const OF_SESSION = 'r.session = (SELECT key FROM sessions WHERE id = ?) AND +r.tenant = ?'
const OF_TENANT = 'r.tenant = ?'
const PENDING = "r.status = 'pending' ORDER BY r.asked_at, r.session, r.id LIMIT ?"
const ENDED =
  "r.status <> 'pending' AND r.status = coalesce(?, r.status) ORDER BY r.ended_at DESC, r.session DESC, r.id DESC LIMIT ?"

/** The SQL of what waits for a person, and of what waited. */
export const REQUEST_SQL = {
  pending: `${SELECT_REQUEST} WHERE ${OF_TENANT} AND ${PENDING}`,
  pendingOfSession: `${SELECT_REQUEST} WHERE ${OF_SESSION} AND ${PENDING}`,
  ended: `${SELECT_REQUEST} WHERE ${OF_TENANT} AND ${ENDED}`,
  endedOfSession: `${SELECT_REQUEST} WHERE ${OF_SESSION} AND ${ENDED}`,
  request: `${SELECT_REQUEST} WHERE r.tenant = ? AND r.id = ? AND s.id = coalesce(?, s.id) ORDER BY r.status <> 'pending', r.asked_at DESC LIMIT 1`,
  raised: `SELECT s.id AS session, a.value AS attention FROM sessions s INDEXED BY sessions_with_attention
    JOIN states t ON t.session = s.key, json_each(t.state, '$.attention') a
    WHERE s.tenant = ? AND s.attention = 1 ORDER BY json_extract(a.value, '$.since'), s.key LIMIT ?`,
  // Told which index to use: the order of the key itself would look as good, over all events.
  cleared: `SELECT s.id AS session, e.data AS attention, e.ts FROM events e INDEXED BY events_attention_cleared
    CROSS JOIN sessions s ON s.key = e.session
    WHERE e.type = 'attention_cleared' AND s.tenant = ? ORDER BY e.offset DESC LIMIT ?`,
  leftActive: `WITH waiting AS (SELECT DISTINCT session FROM requests INDEXED BY requests_pending WHERE status = 'pending')
    SELECT s.id, s.tenant, s.driven, s.key IN waiting AS pending FROM sessions s INDEXED BY sessions_at_work
      WHERE s.active = 1 AND s.driven = 1
    UNION ALL SELECT s.id, s.tenant, s.driven, 1 FROM waiting w CROSS JOIN sessions s ON s.key = w.session
      WHERE NOT (s.active = 1 AND s.driven = 1)`,
} as const

/** Reads the requests of all sessions, who needs a person, and what the last process left behind. */
export function requestReads(db: Database.Database) {
  const sql = {
    pending: db.prepare(REQUEST_SQL.pending),
    pendingOfSession: db.prepare(REQUEST_SQL.pendingOfSession),
    ended: db.prepare(REQUEST_SQL.ended),
    endedOfSession: db.prepare(REQUEST_SQL.endedOfSession),
    request: db.prepare(REQUEST_SQL.request),
    raised: db.prepare(REQUEST_SQL.raised),
    cleared: db.prepare(REQUEST_SQL.cleared),
    leftActive: db.prepare(REQUEST_SQL.leftActive),
  }

  function pending({ tenantId, sessionId }: RequestQuery, limit: number): RequestRow[] {
    const rows =
      sessionId === undefined
        ? sql.pending.all(tenantId, limit)
        : sql.pendingOfSession.all(sessionId, tenantId, limit)
    return rows as RequestRow[]
  }

  function ended(query: RequestQuery, limit: number): RequestRow[] {
    const { tenantId, sessionId } = query
    const status = query.status ?? null
    const rows =
      sessionId === undefined
        ? sql.ended.all(tenantId, status, limit)
        : sql.endedOfSession.all(sessionId, tenantId, status, limit)
    return rows as RequestRow[]
  }

  return {
    requests(query: RequestQuery): RequestEntry[] {
      const waiting =
        query.status === undefined || query.status === 'pending' ? pending(query, query.limit) : []
      const over = query.status === 'pending' ? [] : ended(query, query.limit - waiting.length)
      return [...waiting, ...over].map(requestEntry)
    },
    request(tenantId: string, requestId: string, sessionId?: string): RequestEntry | undefined {
      const row = sql.request.get(tenantId, requestId, sessionId ?? null) as RequestRow | undefined
      return row && requestEntry(row)
    },
    attention({ tenantId, status, limit }: AttentionQuery): AttentionEntry[] {
      const rows = (status === 'raised' ? sql.raised : sql.cleared).all(tenantId, limit) as AttentionRow[]
      return rows.map(({ session, attention, ts }) => ({
        sessionId: session,
        ...JSON.parse(attention),
        ...(ts === undefined ? {} : { clearedAt: ts }),
      }))
    },
    leftActive(): LeftActive[] {
      const rows = sql.leftActive.all() as { id: string; tenant: string; driven: number; pending: number }[]
      return rows.map(({ id, tenant, driven, pending }) => ({
        sessionId: id,
        tenantId: tenant,
        origin: driven === 1 ? 'driven' : 'observed',
        pending: pending === 1,
      }))
    },
  }
}

interface AttentionRow {
  session: string
  attention: string
  /** Of a cleared one. */
  ts?: number
}
