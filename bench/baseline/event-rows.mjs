// Only the table definitions: the comparison means nothing unless both write the same columns and indexes.
import { MIGRATIONS } from '../../packages/server/dist/log/sqlite/migrations.js'

/** @typedef {[session: number, seq: number, id: string, ts: number, data: string, submission: string | null]} Row */

/** What a plain notify event holds in each column the table may have. @type {Record<string, (row: Row, offset: number) => unknown>} */
const CONTENT = {
  offset: (_, offset) => offset,
  session: (row) => row[0],
  seq: (row) => row[1],
  id: (row) => row[2],
  ts: (row) => row[3],
  type: () => 'notify_progress',
  turn: () => null,
  v: () => 1,
  source: () => '{"agent":"unknown","via":"notify"}',
  cause: () => null,
  history: () => 1,
  data: (row) => row[4],
  submission: (row) => row[5],
  fact: () => null,
}

/**
 * A new file with the product's tables and settings, and the insert into its events.
 * @param {import('libsql').Database} db @param {string} synchronous
 */
export function eventRows(db, synchronous) {
  db.pragma('journal_mode = WAL')
  db.pragma(`synchronous = ${synchronous}`)
  db.pragma('wal_autocheckpoint = 4000')
  db.pragma('cache_size = -16000')
  for (const { sql } of MIGRATIONS) db.exec(sql)
  const columns = /** @type {{name: string}[]} */ (db.pragma('table_info(events)')).map(({ name }) => name)
  const contents = columns.map((name) => {
    const content = CONTENT[name]
    if (content === undefined) throw new Error(`the baseline does not know what to write into events.${name}`)
    return content
  })
  const add = db.prepare(`INSERT INTO events (${columns}) VALUES (${columns.map(() => '?')})`)
  let offset = 0
  return {
    begin: db.prepare('BEGIN IMMEDIATE'),
    commit: db.prepare('COMMIT'),
    /** @param {Row} row */
    add(row) {
      offset += 1
      add.run(...contents.map((content) => content(row, offset)))
    },
  }
}
