import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { seededRandom } from './random.mjs'

/**
 * A receiver of webhooks in a process of its own. Every request is written down the moment it is whole, before it is
 * answered; that it was answered is written down too. What `POST /note` brings is written down between them, so that one
 * file says what came before what, whatever the clocks say. `node receiver.mjs <file> <seed>`
 */
const [file = '', seed = '1'] = process.argv.slice(2)
const SLOWEST_MS = 30
const random = seededRandom(Number(seed))
const connections = new Set()
/** @type {() => void} */
let closed = () => {}

/** @param {object} entry */
const writeDown = (entry) => appendFileSync(file, `${JSON.stringify(entry)}\n`)

const server = createServer((request, response) => {
  const chunks = /** @type {Buffer[]} */ ([])
  request.on('data', (chunk) => chunks.push(chunk))
  request.once('end', () => {
    const body = Buffer.concat(chunks)
    if (request.url === '/note') note(JSON.parse(body.toString()), response)
    else receive(request, body, response)
  })
})
server.on('connection', (connection) => {
  connections.add(connection)
  connection.once('close', () => {
    connections.delete(connection)
    closed()
  })
})

/** @param {import('node:http').IncomingMessage} request @param {Buffer} body @param {import('node:http').ServerResponse} response */
function receive({ url, headers }, body, response) {
  const key = String(headers['idempotency-key'])
  writeDown({ received: key, url, headers, body: body.toString('base64') })
  setTimeout(
    () => {
      response.once('finish', () => writeDown({ answered: key }))
      response.end('taken')
    },
    random.between(0, SLOWEST_MS),
  )
}

/** That a sender was killed is noted after all it had sent: when none of its connections is left. @param {object} entry @param {import('node:http').ServerResponse} response */
function note(entry, response) {
  closed = () => {
    if ('killed' in entry && connections.size > 1) return
    closed = () => {}
    writeDown(entry)
    response.end()
  }
  closed()
}

server.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  console.log(`listening on http://127.0.0.1:${port}`)
})
process.once('SIGTERM', () => process.exit(0))
