import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { fanOut } from './fan-out.mjs'

// The bare minimum that keeps the same promise: node:http, the same rows and indexes committed in groups by a writer
// thread, the same coalesced fan-out. No auth, no validation, no state: what it costs above this is the product.
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    'data-dir': { type: 'string' },
    synchronous: { type: 'string', default: 'FULL' },
  },
})

/** @typedef {{session: string, eventId: string, payload: {type: string}, response: import('node:http').ServerResponse}} Waiting */

const writer = new Worker(new URL('./writer.mjs', import.meta.url), {
  workerData: { dataDir: values['data-dir'], synchronous: values.synchronous },
})
const subscribers = fanOut()
/** @type {Map<string, {id: string, key: number, seq: number}>} */
const sessions = new Map()
/** @type {{frame: string, response: import('node:http').ServerResponse}[]} committed in this order */
const waiting = []
/** @type {unknown[][]} */
let rows = []

const server = createServer((request, response) => {
  /** @type {Buffer[]} */
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => accept(JSON.parse(Buffer.concat(chunks).toString()), response))
})
server.on('upgrade', (request, socket) => subscribers.add(request, socket))

/** @param {any} envelope @param {import('node:http').ServerResponse} response */
function accept({ session_id: name, event_id: eventId, payload }, response) {
  const session = sessions.get(name) ?? { id: randomUUID(), key: sessions.size + 1, seq: 0 }
  sessions.set(name, session)
  session.seq += 1
  const ts = Date.now()
  const data = JSON.stringify({ notify: { type: payload.type, eventId, payload } })
  rows.push([session.key, session.seq, randomUUID(), ts, data, eventId ?? null])
  const head = `{"type":"notify_progress","sessionId":"${session.id}","seq":${session.seq},"ts":${ts},`
  waiting.push({ frame: head + data.slice(1), response })
  if (rows.length === 1) setImmediate(flush)
}

function flush() {
  writer.postMessage(rows)
  rows = []
}

writer.on('message', (/** @type {number} */ committed) => {
  if (committed === 0) {
    server.listen(Number(values.port), '127.0.0.1', () => {
      console.log(`listening on http://127.0.0.1:${/** @type {any} */ (server.address()).port}`)
    })
    return
  }
  const done = waiting.splice(0, committed)
  for (const { response } of done) response.writeHead(204).end()
  subscribers.send(done.map(({ frame }) => frame))
})

process.once('SIGTERM', async () => {
  server.close()
  server.closeAllConnections()
  subscribers.close()
  await writer.terminate()
})
