import type { SessionState } from '@signalbox/protocol'
import type Database from 'libsql'
import type { WatchedSession } from '../log.js'

/** The SQL of the watch list. Events after the last written position tell when a session was last heard of. */
export const WATCH_SQL = {
  watched: `SELECT s.key, s.id, s.tenant, s.seq, s.ts, t.state,
      (SELECT e.ts FROM events e WHERE e.session = s.key AND e.seq > s.seq ORDER BY e.seq DESC LIMIT 1) AS event_ts
    FROM sessions s INDEXED BY sessions_watched CROSS JOIN states t ON t.session = s.key
    WHERE s.watched = 1 AND s.key < ? ORDER BY s.key DESC LIMIT ?`,
} as const

interface WatchedRow {
  key: number
  id: string
  tenant: string
  seq: number
  ts: number
  state: string
  event_ts: number | null
}

/** Reads what is seen of the sessions whose agent is there. */
export function watchReads(db: Database.Database) {
  const sql = { watched: db.prepare(WATCH_SQL.watched) }
  return {
    watched({ before, limit }: { before: number | null; limit: number }) {
      const rows = sql.watched.all(before ?? Number.MAX_SAFE_INTEGER, limit + 1) as WatchedRow[]
      const page = rows.slice(0, limit)
      const sessions = page.flatMap((row) => watchedSession(row) ?? [])
      return { sessions, next: rows.length > limit ? (page.at(-1)?.key ?? null) : null }
    },
  }
}

function watchedSession({ id, tenant, seq, ts, event_ts, state }: WatchedRow): WatchedSession | undefined {
  const { watch, meta } = JSON.parse(state) as SessionState
  if (!watch) return undefined
  const process = meta.process ? { process: meta.process } : {}
  return { sessionId: id, tenantId: tenant, seq, ts: Math.max(ts, event_ts ?? 0), watch, ...process }
}
