import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { seededRandom } from './random.mjs'

/**
 * A receiver of webhooks in a process of its own. Every request is written down the moment it is whole, before it is
 * answered; that it was answered is written down too. `node receiver.mjs <file> <seed>`
 */
const [file = '', seed = '1'] = process.argv.slice(2)
const SLOWEST_MS = 30
const random = seededRandom(Number(seed))

/** @param {object} entry */
const writeDown = (entry) => appendFileSync(file, `${JSON.stringify({ at: now(), ...entry })}\n`)
const now = () => performance.timeOrigin + performance.now()

const server = createServer((request, response) => {
  const chunks = /** @type {Buffer[]} */ ([])
  request.on('data', (chunk) => chunks.push(chunk))
  request.once('end', () => {
    const { url, headers } = request
    const key = String(headers['idempotency-key'])
    const body = Buffer.concat(chunks).toString('base64')
    writeDown({ received: key, url, headers, body })
    setTimeout(
      () => {
        response.once('finish', () => writeDown({ answered: key }))
        response.end('taken')
      },
      random.between(0, SLOWEST_MS),
    )
  })
})
server.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  console.log(`listening on http://127.0.0.1:${port}`)
})
process.once('SIGTERM', () => process.exit(0))
