import { closeSync, fsyncSync, openSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { openLog } from '../../packages/server/dist/log/open-log.js'
import { digits, envelope, ZEROS } from '../load/event-text.mjs'

/** @typedef {import('./plan.mjs').PlannedSession} PlannedSession */

const AT_ONCE = 500
/** The product writes two of each session: that it was made, and its sender's first. */
const EVENTS_MADE = 2
/** Events of one millisecond. */
const PER_MS = 1000

/**
 * Writes a log as the product would, only faster: the product itself makes every session with its first event, then the
 * rows of the others are copied from those in SQL, all sessions interleaved, and the indexes are made at the end.
 * @param {string} dataDir @param {readonly PlannedSession[]} plan
 */
export async function growLog(dataDir, plan) {
  await beginLog(dataDir, plan)
  const path = join(dataDir, 'events.db')
  const db = new Database(path)
  db.pragma('journal_mode = OFF')
  db.pragma('synchronous = OFF')
  db.pragma('cache_size = -200000')
  const indexes = /** @type {{name: string, sql: string}[]} */ (
    db
      .prepare(
        "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = 'events' AND sql IS NOT NULL",
      )
      .all()
  )
  for (const { name } of indexes) db.exec(`DROP INDEX ${name}`)
  copyEvents(db, plan)
  for (const { sql } of indexes) db.exec(sql)
  db.exec(`UPDATE sessions SET (seq, ts, last_activity) =
    (SELECT e.seq, e.ts, e.ts FROM events e WHERE e.session = sessions.key ORDER BY e.seq DESC LIMIT 1)`)
  db.pragma('journal_mode = WAL')
  db.close()
  // What is still to be written would slow down whatever is measured next.
  const file = openSync(path, 'r+')
  fsyncSync(file)
  closeSync(file)
}

/** One event in every session, through the product's own log. @param {string} dataDir @param {readonly PlannedSession[]} plan */
async function beginLog(dataDir, plan) {
  const log = await openLog({ dataDir })
  for (let first = 0; first < plan.length; first += AT_ONCE) {
    await Promise.all(
      plan.slice(first, first + AT_ONCE).map((session) => log.commit(eventCommit(session, 1))),
    )
  }
  await log.close()
}

/**
 * What the notify door would hand to the log for the nth event of a session.
 * @param {PlannedSession} session @param {number} n
 */
export function eventCommit({ name, padding }, n) {
  const { event_id: eventId, payload } = JSON.parse(
    envelope(name).replace(`bench:${ZEROS}`, `bench:${digits(n)}`),
  )
  const text = JSON.stringify({ ...payload, summary: payload.summary + 'x'.repeat(padding) })
  const create = { name, agentType: 'unknown', origin: /** @type {const} */ ('observed'), cwd: null }
  return {
    tenantId: 'local',
    session: { by: /** @type {const} */ ('alias'), alias: { namespace: 'notify', id: name }, create },
    drafts: [
      {
        type: /** @type {const} */ ('notify_progress'),
        source: { agent: 'unknown', via: 'notify' },
        json: `{"notify":{"type":"progress","eventId":"${eventId}","payload":${text}}}`,
      },
    ],
    eventId,
  }
}

/** @param {import('libsql').Database} db @param {readonly PlannedSession[]} plan */
function copyEvents(db, plan) {
  db.pragma('temp_store = MEMORY')
  // Apart from the table that is written to: SQLite would set everything aside first otherwise.
  db.exec(`CREATE TEMP TABLE firsts AS SELECT *, 0 AS more FROM events WHERE type = 'notify_progress'`)
  const setMore = db.prepare(
    'UPDATE firsts SET more = ? WHERE session = (SELECT session FROM aliases WHERE native = ?)',
  )
  for (const { name, events } of plan) setMore.run(events - EVENTS_MADE, name)
  const last = /** @type {{offset: number, ts: number}} */ (
    db.prepare('SELECT max(offset) AS offset, max(ts) AS ts FROM events').get()
  )
  const columns = /** @type {{name: string}[]} */ (db.pragma('table_info(events)')).map(({ name }) => name)
  const differing = differingFrom(last)
  const copied = columns.map((name) => differing[name] ?? `firsts.${name}`)
  db.exec(`
    CREATE TEMP TABLE ordered AS
      WITH RECURSIVE counted (first, n, more) AS (
        SELECT rowid, 1, more FROM firsts WHERE more > 0
        UNION ALL SELECT first, n + 1, more FROM counted WHERE n < more
      )
      SELECT first, n FROM counted ORDER BY (n - 0.5) / more, first;
    BEGIN;
    INSERT INTO events (${columns})
      SELECT ${copied} FROM ordered CROSS JOIN firsts ON firsts.rowid = ordered.first ORDER BY ordered.rowid;
    COMMIT;
    DROP TABLE ordered;
    DROP TABLE firsts`)
}

/**
 * What differs from one event of a session to the next; everything else is copied.
 * @param {{offset: number, ts: number}} last event the product has written @returns {Record<string, string>}
 */
function differingFrom({ offset, ts }) {
  const time = `${ts} + ordered.rowid / ${PER_MS}`
  const hex = `printf('%012x', ${time})`
  const submission = `'bench:' || printf('%016d', ordered.n + 1)`
  return {
    offset: `${offset} + ordered.rowid`,
    seq: 'firsts.seq + ordered.n',
    ts: time,
    id: `lower(substr(${hex}, 1, 8) || '-' || substr(${hex}, 9) || '-7' || substr(hex(randomblob(2)), 2) || '-8' ||
      substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`,
    data: `replace(firsts.data, 'bench:${digits(1)}', ${submission})`,
    submission,
  }
}
