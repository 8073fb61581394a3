import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { startGateway } from '../docs/gateway.mjs'
import { notify, openLines } from './lines.mjs'

const SESSION = 'busy'
const BATCH = 200
const TEXT = 'x'.repeat(2000)
/** The end of an answer in chunks. */
const LAST = Buffer.from('0\r\n\r\n')

// Sockets hold some 5 MB, and the gateway 8 MB more: 10 MB wait until it gives up after 25 s, 40 MB are too much at once.
it.concurrent.each([
  { thread: '', batches: 22 },
  { thread: SESSION, batches: 85 },
])(
  'a reader that stalls is told where it was ($thread $batches): resuming there loses and repeats nothing',
  async ({ thread, batches }) => {
    const stop = []
    const { env } = await startGateway((end) => stop.push(end))
    try {
      const gateway = { url: env.SIGNALBOX_URL, token: env.SIGNALBOX_TOKEN }
      await notify(gateway, SESSION, 1)
      const filter = thread === '' ? '' : `thread_id=${thread}`
      const steady = openLines(gateway, { query: `?${filter}` })
      await steady.opened
      const stalled = await openStalled(gateway, `?${filter}`)
      await readers(gateway, 2)
      for (let batch = 0; batch < batches; batch++) await notify(gateway, SESSION, BATCH, TEXT)
      await steady.until((lines) => noticesIn(lines).length >= batches * BATCH)
      // Nothing more happens; the gateway gives the reader up by itself.
      await readers(gateway, 1)
      await notify(gateway, SESSION, BATCH, TEXT)
      await steady.until((lines) => noticesIn(lines).length >= (batches + 1) * BATCH)
      const lines = await stalled.rest()
      const closed = lines.at(-1)
      expect(closed).toMatchObject({ method: 'stream/closed', params: { reason: 'slow' } })
      const resumed = openLines(gateway, {
        query: `?${filter}&after=${encodeURIComponent(closed.params.cursor)}`,
      })
      const before = noticesIn(lines)
      const all = noticesIn(steady.lines)
      await resumed.until((came) => noticesIn(came).length >= all.length - before.length)
      expect(before.length).toBeGreaterThan(0)
      expect(before.length).toBeLessThan(all.length)
      expect([...before, ...noticesIn(resumed.lines)]).toEqual(all)
      steady.close()
      resumed.close()
    } finally {
      for (const end of stop) await end()
    }
  },
  90_000,
)

/** The places of what was said about the session. @param {any[]} lines */
function noticesIn(lines) {
  return lines.filter(({ method }) => method === 'item/created').map(({ params }) => params.offset)
}

/** A reader that takes the head of the answer and then nothing until it is asked to. @param {{url: string, token: string}} gateway @param {string} query */
async function openStalled({ url, token }, query) {
  const { port } = new URL(url)
  const socket = connect({ port: Number(port), host: '127.0.0.1' })
  /** @type {Buffer[]} */
  const chunks = []
  await new Promise((resolve) => {
    socket.once('data', (chunk) => {
      chunks.push(chunk)
      socket.pause()
      expect(chunk.toString('latin1')).toMatch(/^HTTP\/1\.1 200 /)
      resolve(undefined)
    })
    const head = [
      `GET /rpc/stream${query} HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      `Authorization: Bearer ${token}`,
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
  })
  return {
    /** Reads everything there still is. @returns {Promise<any[]>} */
    rest: () =>
      new Promise((resolve) => {
        socket.on('data', (chunk) => {
          chunks.push(chunk)
          if (!chunk.subarray(-LAST.length).equals(LAST)) return
          socket.destroy()
          resolve(linesOf(Buffer.concat(chunks)))
        })
        socket.resume()
      }),
  }
}

/** Resolves when the gateway has so many readers. @param {{url: string, token: string}} gateway @param {number} count */
async function readers({ url, token }, count) {
  const headers = { authorization: `Bearer ${token}` }
  for (;;) {
    const metrics = await (await fetch(`${url}/metrics`, { headers })).text()
    if (metrics.includes(`\nsignalbox_subscribers ${count}\n`)) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** The lines of a chunked answer. @param {Buffer} bytes */
function linesOf(bytes) {
  let at = bytes.indexOf('\r\n\r\n') + 4
  const body = []
  for (;;) {
    const end = bytes.indexOf('\r\n', at)
    const size = Number.parseInt(bytes.toString('latin1', at, end), 16)
    if (!(size > 0)) break
    body.push(bytes.subarray(end + 2, end + 2 + size))
    at = end + 2 + size + 2
  }
  return Buffer.concat(body)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}
