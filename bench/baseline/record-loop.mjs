import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import { parseArgs } from 'node:util'

// What one writes first for a stream of log records: a message comes in, is made into a record of OTLP as the gateway has
// it, and written to one reader after the other. Nothing is stored, cleaned or redacted, nobody is asked for a token, and
// who comes back has missed what there was. Messages come as agents send them, each in a turn of the event loop of its own.
const { values } = parseArgs({
  options: { 'data-dir': { type: 'string' }, port: { type: 'string', default: '0' } },
})

/** @type {Set<import('node:http').ServerResponse>} */
const readers = new Set()
const session = randomUUID()
let offset = 0

const server = createServer(async (request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('retry: 5000\n\nevent: replay_complete\ndata: {}\n\n')
    readers.add(response)
    response.once('close', () => readers.delete(response))
    return
  }
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  for (const line of body.split('\n')) {
    if (line === '') continue
    await turn()
    publish(JSON.parse(line))
  }
  response.writeHead(200, { 'content-length': 2 }).end('{}')
})

/** @param {any} envelope */
function publish({ session_id, event_id, payload }) {
  offset += 1
  const time = `${Date.now()}000000`
  const said = {
    'gestalt.category': 'notification',
    'gestalt.source': 'notify',
    type: 'notify_progress',
    'notify.type': payload.type,
    'notify.event_id': event_id,
    'session.id': session_id,
    session_id,
    'notify.dispatch': 'queued',
    'signalbox.event_id': randomUUID(),
    'signalbox.session_id': session,
    timestamp: new Date().toISOString(),
    ...Object.fromEntries(Object.entries(payload).map(([key, value]) => [`notify.${key}`, String(value)])),
    ...payload,
  }
  const record = {
    timeUnixNano: time,
    observedTimeUnixNano: time,
    severityNumber: 9,
    severityText: 'info',
    body: { stringValue: 'notify event accepted' },
    attributes: Object.entries(said).map(([key, value]) => ({ key, value: { stringValue: String(value) } })),
    resource: { attributes: [{ key: 'service.name', value: { stringValue: 'signalbox' } }] },
    scope: { name: 'signalbox/notify' },
  }
  const frame = `id: ${session}@${offset}.0\ndata: ${JSON.stringify(record)}\n\n`
  for (const reader of readers) reader.write(frame)
}

server.listen(Number(values.port), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${/** @type {any} */ (server.address()).port}`)
})

process.once('SIGTERM', () => {
  for (const reader of readers) reader.destroy()
  server.close()
  server.closeAllConnections()
})
