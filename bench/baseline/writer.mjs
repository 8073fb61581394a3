import { join } from 'node:path'
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import Database from 'libsql'
import { eventRows } from './event-rows.mjs'

if (parentPort === null) throw new Error('the baseline writer runs as a worker only')
const port = parentPort

const { begin, add, commit } = eventRows(
  new Database(join(workerData.dataDir, 'baseline.db')),
  workerData.synchronous,
)

// Everything that queued up while the last group was written goes into the next: this is the group commit.
port.on('message', (/** @type {import('./event-rows.mjs').Row[]} */ first) => {
  let committed = 0
  begin.run()
  for (let rows = first; rows !== undefined; rows = receiveMessageOnPort(port)?.message) {
    for (const row of rows) add(row)
    committed += rows.length
  }
  commit.run()
  port.postMessage(committed)
})
port.postMessage(0)
