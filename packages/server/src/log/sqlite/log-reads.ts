import type Database from 'libsql'
import type { SaidEvent } from '../../dialects/dialect.js'
import { dialectNamed } from '../../dialects/dialect-named.js'
import type { LogReplayOptions } from '../log.js'
import { type LogPage, type LogSpan, logPage } from '../log-page.js'
import { saidEventOf, type WireRow } from './event-row.js'
import { SESSION_PLACES_SQL, sessionPlaces } from './session-places.js'

/** A page looks at so many places in the log, or numbers of a session: the reading thread has others to answer. */
const LOOKED_AT = 8192
/** How many events are read in one go while a page is filled; few at first, since a page may be full after some. */
const STEP = 256
const FIRST_STEP = 16
/** A turn that began so many numbers ago is not looked for. */
const LOOKED_BACK = 100_000

const SELECT = 'SELECT e.seq, e.offset, e.ts, e.type, e.turn, e.data, s.id FROM events e'
const OF_TYPES = 'e.type IN (SELECT value FROM json_each(?))'

/** The SQL of reading over the log. */
export const LOG_SQL = {
  // In this order, without an index: by the key itself, from the place where reading begins.
  ofTenant: `${SELECT} NOT INDEXED CROSS JOIN sessions s ON s.key = e.session
    WHERE e.offset > ? AND e.offset <= ? AND ${OF_TYPES} AND s.tenant = ? ORDER BY e.offset LIMIT ?`,
  ofSession: `${SELECT} INDEXED BY events_by_session CROSS JOIN sessions s ON s.key = e.session
    WHERE e.session = ? AND e.seq > ? AND e.seq <= ? AND +e.offset <= ? AND ${OF_TYPES} ORDER BY e.seq LIMIT ?`,
  ...SESSION_PLACES_SQL,
  turnBefore: `SELECT e.seq FROM sessions s CROSS JOIN events e INDEXED BY events_by_session ON e.session = s.key
    WHERE s.id = ? AND e.seq < ? AND e.seq > ? AND e.type = 'turn_started' ORDER BY e.seq DESC LIMIT 1`,
  timeAt: `SELECT e.ts FROM events e NOT INDEXED CROSS JOIN sessions s ON s.key = e.session
    WHERE e.offset <= ? AND s.tenant = ? ORDER BY e.offset DESC LIMIT 1`,
  timeIn: `SELECT e.ts FROM sessions s CROSS JOIN events e INDEXED BY events_by_session ON e.session = s.key
    WHERE s.id = ? AND s.tenant = ? AND e.seq <= ? ORDER BY e.seq DESC LIMIT 1`,
  cut: "SELECT CAST(value AS INTEGER) AS cut FROM meta WHERE key = 'cut'",
} as const

/** Looks at all of them: they are few, and kept for some weeks only. */
const DELETED_SINCE = 'SELECT 1 FROM tombstones WHERE tenant = ? AND deleted_at > ? LIMIT 1'

/** The log of a tenant, or one session of it. */
type LogScope = Pick<LogReplayOptions, 'tenantId' | 'sessionId'>

type LogRow = [...WireRow, session: string]

/** Where a page looks: how far, up to where events may be gone, and what is there, after one row, at most so many. */
interface Look {
  lookedThrough: number
  cutOffset: number
  rows(last: LogRow | undefined, limit: number): LogRow[]
}

/** Reads events of all sessions of a tenant, or of one, in the order of the log. */
export function logReads(db: Database.Database, epoch: string) {
  const sql = {
    begin: db.prepare('BEGIN'),
    end: db.prepare('COMMIT'),
    ofTenant: db.prepare(LOG_SQL.ofTenant).raw(),
    ofSession: db.prepare(LOG_SQL.ofSession).raw(),
    turnBefore: db.prepare(LOG_SQL.turnBefore),
    timeAt: db.prepare(LOG_SQL.timeAt),
    timeIn: db.prepare(LOG_SQL.timeIn),
    cut: db.prepare(LOG_SQL.cut),
    deletedSince: db.prepare(DELETED_SINCE),
  }
  const places = sessionPlaces(db)
  const cutOffset = () => (sql.cut.get() as { cut: number } | undefined)?.cut ?? 0

  function lookAtTenant({ tenantId, types, afterOffset, throughOffset }: LogReplayOptions): Look {
    const lookedThrough = Math.min(throughOffset, afterOffset + LOOKED_AT)
    const wanted = JSON.stringify(types)
    return {
      lookedThrough,
      cutOffset: cutOffset(),
      rows: (last, limit) =>
        sql.ofTenant.all(last?.[1] ?? afterOffset, lookedThrough, wanted, tenantId, limit) as LogRow[],
    }
  }

  function lookAtSession(options: LogReplayOptions): Look {
    const { tenantId, sessionId, types, afterOffset, throughOffset } = options
    const session = places.find(sessionId, tenantId)
    // What was deleted meanwhile has left nothing to look for.
    if (!session) return { lookedThrough: throughOffset, cutOffset: 0, rows: () => [] }
    const afterSeq = places.seqAt(session, afterOffset)
    const throughSeq = afterSeq + LOOKED_AT
    const beyond = places.nextAfter(session.key, throughSeq)?.offset ?? Number.POSITIVE_INFINITY
    const wanted = JSON.stringify(types)
    return {
      lookedThrough: Math.min(throughOffset, beyond - 1),
      cutOffset: session.base > afterSeq ? cutOffset() : 0,
      rows: (last, limit) =>
        sql.ofSession.all(
          session.key,
          last?.[0] ?? afterSeq,
          throughSeq,
          throughOffset,
          wanted,
          limit,
        ) as LogRow[],
    }
  }

  return {
    kept({ tenantId, sessionId }: LogScope): number {
      if (sessionId === undefined) return cutOffset()
      return places.find(sessionId, tenantId)?.base ?? 0
    },
    turnBefore(sessionId: string, seq: number): number | undefined {
      const row = sql.turnBefore.get(sessionId, seq, seq - LOOKED_BACK) as { seq: number } | undefined
      return row?.seq
    },
    timeAt({ tenantId, sessionId }: LogScope, position: number): number | undefined {
      const row =
        sessionId === undefined
          ? sql.timeAt.get(position, tenantId)
          : sql.timeIn.get(sessionId, tenantId, position)
      return (row as { ts: number } | undefined)?.ts
    },
    deletedSince: (tenantId: string, ts: number) => sql.deletedSince.get(tenantId, ts) !== undefined,
    replayLog(options: LogReplayOptions): LogPage {
      // One view of the file: what retention removes meanwhile is either still there or told of.
      sql.begin.run()
      try {
        const { lookedThrough, cutOffset, rows } =
          options.sessionId === undefined ? lookAtTenant(options) : lookAtSession(options)
        const span: LogSpan = { ...options, lookedThrough, cutOffset }
        return logPage(span, eventsIn(rows), dialectNamed(options.dialect, epoch), options.memory)
      } finally {
        sql.end.run()
      }
    },
  }
}

function* eventsIn(read: Look['rows']): Iterable<SaidEvent> {
  let last: LogRow | undefined
  for (let step = FIRST_STEP; ; step = Math.min(step * 2, STEP)) {
    const rows = read(last, step)
    for (const row of rows) {
      const [seq, offset, ts, type, turn, data, sessionId] = row
      yield saidEventOf(sessionId, [seq, offset, ts, type, turn, data])
    }
    last = rows.at(-1)
    if (rows.length < step) return
  }
}
