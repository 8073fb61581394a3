import { createServer } from 'node:http'
import { parseArgs } from 'node:util'

// The least a server of JSON-RPC over one connection can do: every line that comes in is parsed and answered at once.
const { values } = parseArgs({
  options: { 'data-dir': { type: 'string' }, port: { type: 'string', default: '0' } },
})

const server = createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'application/x-ndjson' }).flushHeaders()
  let rest = ''
  request.setEncoding('utf8').on('data', (text) => {
    const lines = `${rest}${text}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const { id } = JSON.parse(line)
      response.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: { state: 'running' } })}\n`)
    }
  })
  request.on('error', () => undefined)
})

server.listen(Number(values.port), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${/** @type {any} */ (server.address()).port}`)
})

process.once('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
})
