import { join } from 'node:path'
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import Database from 'libsql'
// Only the table definitions: the comparison means nothing unless both write the same columns and indexes.
import { MIGRATIONS } from '../../packages/server/dist/log/sqlite/migrations.js'

if (parentPort === null) throw new Error('the baseline writer runs as a worker only')
const port = parentPort

const db = new Database(join(workerData.dataDir, 'baseline.db'))
db.pragma('journal_mode = WAL')
db.pragma(`synchronous = ${workerData.synchronous}`)
db.pragma('wal_autocheckpoint = 4000')
db.pragma('cache_size = -16000')
for (const { sql } of MIGRATIONS) db.exec(sql)

/** @typedef {[session: number, seq: number, id: string, ts: number, data: string, submission: string | null]} Row */

/** What a plain notify event holds in each column the table may have. @type {Record<string, (row: Row) => unknown>} */
const CONTENT = {
  offset: () => offset,
  session: (row) => row[0],
  seq: (row) => row[1],
  id: (row) => row[2],
  ts: (row) => row[3],
  type: () => 'notify_progress',
  turn: () => null,
  v: () => 1,
  source: () => '{"agent":"notify","via":"notify"}',
  cause: () => null,
  history: () => 1,
  data: (row) => row[4],
  submission: (row) => row[5],
  hash: () => 'x'.repeat(43),
  fact: () => null,
}

const columns = /** @type {{name: string}[]} */ (db.pragma('table_info(events)')).map(({ name }) => name)
const contents = columns.map((name) => {
  const content = CONTENT[name]
  if (content === undefined) throw new Error(`the baseline does not know what to write into events.${name}`)
  return content
})
const begin = db.prepare('BEGIN IMMEDIATE')
const commit = db.prepare('COMMIT')
const add = db.prepare(`INSERT INTO events (${columns}) VALUES (${columns.map(() => '?')})`)
let offset = 0

// Everything that queued up while the last group was written goes into the next: this is the group commit.
port.on('message', (/** @type {Row[]} */ first) => {
  let committed = 0
  begin.run()
  for (let rows = first; rows !== undefined; rows = receiveMessageOnPort(port)?.message) {
    for (const row of rows) {
      offset += 1
      add.run(...contents.map((content) => content(row)))
    }
    committed += rows.length
  }
  commit.run()
  port.postMessage(committed)
})
port.postMessage(0)
