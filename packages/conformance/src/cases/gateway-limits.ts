import { ANY, type ConformanceCase } from '../case.js'
import type { Context } from '../engine/context.js'
import { expectMatch } from '../engine/failure.js'
import { expectNone } from '../engine/in-order.js'
import type { Peer } from '../engine/peer.js'
import { bearer } from '../engine/target.js'

const MEBIBYTE = 1024 * 1024

/** A ping of exactly so many bytes. */
function ping(bytes: number, ref: string): string {
  const text = JSON.stringify({ type: 'ping', ts: 1, ref })
  return `${text.slice(0, -1)}${' '.repeat(bytes - text.length)}}`
}

/** A client that is signed in and has not sent a message. */
async function silent(context: Context): Promise<Peer> {
  const peer = await context.connect({ headers: bearer(context.target) })
  await peer.frame({ type: 'authenticated' })
  return peer
}

/** How large and how many messages may be. */
export const gatewayLimits: readonly ConformanceCase[] = [
  {
    id: 'gateway-frame-size',
    verifies: ['GATEWAY-701'],
    title: 'exactly 1 MiB, one byte more, almost 4 MiB',
    needs: ANY,
    async run(context) {
      const client = await context.client()
      client.send(ping(MEBIBYTE, 'exactly'))
      await client.frame({ type: 'pong', ref: 'exactly' })
      for (const bytes of [MEBIBYTE + 1, 4 * MEBIBYTE - 1]) {
        const from = client.frames.length
        client.send(ping(bytes, 'over'))
        await client.frame({ type: 'error', code: 'MESSAGE_TOO_LARGE' }, from)
      }
      expectMatch('it goes on', await client.ask({ type: 'ping', ts: 1 }), { type: 'pong' })
      expectNone('it was not read', client.frames, { type: 'pong', ref: 'over' })
    },
  },
  {
    id: 'gateway-hard-stop',
    verifies: ['GATEWAY-702'],
    title: 'over 4 MiB',
    needs: ANY,
    async run(context) {
      const client = await context.client()
      client.send(ping(4 * MEBIBYTE + 1, 'over'))
      expectMatch('the end', await client.closed, { code: 1009 })
    },
  },
  {
    id: 'gateway-rate',
    verifies: ['GATEWAY-703', 'GATEWAY-102'],
    title: '60 messages are answered, the 61st is not',
    needs: ANY,
    async run(context) {
      const client = await silent(context)
      for (let n = 1; n <= 61; n++) client.send({ type: 'ping', ts: n, ref: n })
      await client.frame({ type: 'error', code: 'RATE_LIMITED', ref: 61 })
      await client.frame({ type: 'pong', ref: 60 })
      expectNone('the 61st is not answered', client.frames, { type: 'pong', ref: 61 })
    },
  },
  {
    id: 'gateway-flood',
    verifies: ['GATEWAY-704'],
    title: '180 messages are a flood, 179 are not',
    needs: ANY,
    async run(context) {
      const client = await silent(context)
      for (let n = 1; n <= 179; n++) client.send({ type: 'ping', ts: n, ref: n })
      await client.frame({ code: 'RATE_LIMITED', ref: 179 })
      client.send({ type: 'ping', ts: 180 })
      expectMatch('the end', await client.closed, { code: 4429 })
    },
  },
]
