import type { RecordPlace } from '@signalbox/protocol/log-record'
import type Database from 'libsql'
import type { Note } from '../records.js'

/** So many of the oldest are looked at in one go, and so often in one pass: commits must not wait long behind it. */
const CHUNK = 500
const CHUNKS = 10

/** The SQL of writing the gateway's own records. */
export function noteWrites(db: Database.Database) {
  const sql = {
    // A note of a session that was deleted meanwhile would outlive it, so it is not written.
    add: db.prepare(
      `INSERT INTO notes (offset, tenant, session, time, total, record)
       SELECT ?1, ?2, s.key, ?4, coalesce((SELECT total FROM notes ORDER BY id DESC LIMIT 1), 0) + ?5, ?6
       FROM (SELECT 1) LEFT JOIN sessions s ON s.id = ?3 WHERE ?3 IS NULL OR s.key IS NOT NULL`,
    ),
    last: db.prepare("SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'notes'), 0) AS id"),
    total: db.prepare('SELECT coalesce((SELECT total FROM notes ORDER BY id DESC LIMIT 1), 0) AS total'),
    cut: db.prepare(
      `DELETE FROM notes WHERE id IN (SELECT id FROM notes ORDER BY id LIMIT ${CHUNK})
       AND (time < ? OR total <= ?) RETURNING offset, id AS n`,
    ),
  }
  return {
    /** Writes notes after an offset; answers the highest number that was ever given. */
    addNotes(notes: readonly Note[], offset: number): number {
      for (const { tenantId, sessionId = null, time, record } of notes)
        sql.add.run([offset, tenantId, sessionId, time, Buffer.byteLength(record), record])
      return (sql.last.get() as { id: number }).id
    },
    /** Removes the oldest, and tells how far they reached. True when there is more to remove. */
    cutNotes(
      { olderThan, maxBytes }: { olderThan: number; maxBytes: number },
      tell: (place: RecordPlace) => void,
    ): boolean {
      const { total } = sql.total.get() as { total: number }
      for (let chunk = 0; chunk < CHUNKS; chunk++) {
        const cut = sql.cut.all(olderThan, total - maxBytes) as RecordPlace[]
        const [first] = cut
        if (first) tell(cut.reduce((last, place) => (place.n > last.n ? place : last), first))
        if (cut.length < CHUNK) return false
      }
      return true
    },
  }
}
