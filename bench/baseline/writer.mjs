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

const begin = db.prepare('BEGIN IMMEDIATE')
const commit = db.prepare('COMMIT')
const add = db.prepare(
  'INSERT INTO events (offset, session, seq, id, ts, type, turn, v, source, cause, history, data, submission, hash, fact) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
)
const SOURCE = '{"agent":"notify","via":"notify"}'
const HASH = 'x'.repeat(43)
let offset = 0

port.on('message', (first) => {
  let committed = 0
  begin.run()
  for (let rows = first; rows !== undefined; rows = receiveMessageOnPort(port)?.message) {
    for (const [session, seq, id, ts, data, submission] of rows) {
      offset += 1
      add.run(
        offset,
        session,
        seq,
        id,
        ts,
        'notify_progress',
        null,
        1,
        SOURCE,
        null,
        1,
        data,
        submission,
        HASH,
        null,
      )
    }
    committed += rows.length
  }
  commit.run()
  port.postMessage(committed)
})
port.postMessage(0)
