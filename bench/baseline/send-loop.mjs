import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { parseArgs } from 'node:util'
import { WebSocketServer } from 'ws'

// What one writes without thinking of fan-out: an event comes in, and is sent to one client after the other. Nothing is
// stored, nothing is checked, nobody is asked for a token.
const { values } = parseArgs({
  options: { 'data-dir': { type: 'string' }, port: { type: 'string', default: '0' } },
})

const sessionId = randomUUID()
let seq = 0

const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  for (const line of body.split('\n')) if (line !== '') publish(JSON.parse(line))
  response.writeHead(200, { 'content-length': 2 }).end('{}')
})
const sockets = new WebSocketServer({ server, perMessageDeflate: false })

/** @param {any} envelope */
function publish({ event_id: eventId, payload }) {
  seq += 1
  const notify = { type: payload.type, eventId, payload }
  const text = JSON.stringify({ type: 'notify_progress', sessionId, seq, ts: Date.now(), notify })
  for (const client of sockets.clients) client.send(text)
}

server.listen(Number(values.port), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${/** @type {any} */ (server.address()).port}`)
})

process.once('SIGTERM', () => {
  for (const client of sockets.clients) client.terminate()
  server.close()
  server.closeAllConnections()
})
