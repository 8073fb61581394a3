import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import { parseArgs } from 'node:util'

// What one writes without thinking of fan-out: a message comes in, and is written as a line to one reader after the
// other. Nothing is stored, nothing is checked, nobody is asked for a token. Messages come as agents send them, each in a
// turn of the event loop of its own. With --together those of a batch are written in one turn, and Node puts what goes to
// the same reader into one call of the system by itself.
const { values } = parseArgs({
  options: {
    'data-dir': { type: 'string' },
    port: { type: 'string', default: '0' },
    together: { type: 'boolean', default: false },
  },
})

const epoch = randomUUID()
const thread_id = `thread_${randomUUID()}`
/** @type {Set<import('node:http').ServerResponse>} */
const readers = new Set()
let seq = 0

const server = createServer(async (request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' }).flushHeaders()
    readers.add(response)
    response.once('close', () => readers.delete(response))
    return
  }
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  for (const line of body.split('\n')) {
    if (line === '') continue
    if (!values.together) await turn()
    publish(JSON.parse(line))
  }
  response.writeHead(200, { 'content-length': 2 }).end('{}')
})

/** @param {any} envelope */
function publish({ event_id: id, payload }) {
  seq += 1
  const params = {
    item_id: `item_${id}`,
    type: 'created',
    status: 'completed',
    content: { type: 'notification', message: payload.summary },
    timestamp: new Date().toISOString(),
    thread_id,
    seq,
    offset: seq,
    epoch,
  }
  const line = `${JSON.stringify({ jsonrpc: '2.0', method: 'item/created', params })}\n`
  for (const reader of readers) reader.write(line)
}

server.listen(Number(values.port), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${/** @type {any} */ (server.address()).port}`)
})

process.once('SIGTERM', () => {
  for (const reader of readers) reader.destroy()
  server.close()
  server.closeAllConnections()
})
