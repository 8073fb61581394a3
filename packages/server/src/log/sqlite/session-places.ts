import type Database from 'libsql'

/** A session as reads over the log find it. */
export interface SessionPlaces {
  key: number
  /** Numbers up to here were removed. */
  base: number
  /** The last number that is stored. */
  seq: number
}

interface Place {
  seq: number
  offset: number
}

export const SESSION_PLACES_SQL = {
  session: `SELECT s.key, coalesce(b.seq, 0) AS base, coalesce((SELECT max(seq) FROM events WHERE session = s.key), 0) AS seq
    FROM sessions s LEFT JOIN bases b ON b.session = s.key WHERE s.id = ? AND s.tenant = ?`,
  next: 'SELECT seq, offset FROM events WHERE session = ? AND seq > ? ORDER BY seq LIMIT 1',
} as const

/** Offsets of one session lie far apart: it is read by its numbers, which are in the same order. */
export function sessionPlaces(db: Database.Database) {
  const sql = {
    session: db.prepare(SESSION_PLACES_SQL.session),
    next: db.prepare(SESSION_PLACES_SQL.next),
  }
  const nextAfter = (key: number, seq: number) => sql.next.get(key, seq) as Place | undefined
  return {
    find: (sessionId: string | undefined, tenantId: string) =>
      sql.session.get(sessionId, tenantId) as SessionPlaces | undefined,
    nextAfter,
    /** The number of the last stored event of a session up to an offset; 0 if there is none. */
    seqAt({ key, seq }: SessionPlaces, offset: number): number {
      let [low, high] = [0, seq]
      while (low < high) {
        const middle = Math.floor((low + high) / 2)
        const next = nextAfter(key, middle)
        if (next && next.offset <= offset) low = next.seq
        else high = middle
      }
      return low
    },
  }
}
