import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConformanceCase } from '../case.js'
import { type Context, notifyPath } from '../engine/context.js'
import { expectMatch, expectThat, held } from '../engine/failure.js'
import { expectNumbered } from '../engine/in-order.js'
import type { Peer } from '../engine/peer.js'
import type { Target } from '../engine/target.js'
import type { Frame } from '../engine/witness.js'

const BATCHES = 24
const PER_BATCH = 25
const END = { notify: { type: 'end' } }

/** Events without a pause, batch after batch; `between` is told which batch is on its way. */
async function pour(context: Context, session: string, between: (batch: number) => void): Promise<void> {
  const headers = { 'content-type': 'application/x-ndjson' }
  const line = JSON.stringify({ session_id: session, payload: { type: 'x' } })
  const body = `${line}\n`.repeat(PER_BATCH)
  for (let batch = 0; batch < BATCHES; batch++) {
    const posted = context.http({ method: 'POST', path: '/api/events', headers, body })
    between(batch)
    await posted
  }
  await context.notify(session, { type: 'end' })
}

const numbered = (frames: readonly Frame[]) => frames.filter(({ seq }) => typeof seq === 'number')

/** Everything a client hears of a session from a join on, up to the last event. */
async function follow(client: Peer, message: object): Promise<Frame[]> {
  const [snapshot] = await client.join(message)
  await client.frame({ sessionId: snapshot.sessionId, ...END }, client.frames.indexOf(snapshot))
  return numbered(client.of(snapshot.sessionId, client.frames.indexOf(snapshot)))
}

/** Joining and coming back while events arrive: nothing is missed, nothing comes twice. */
export const gatewayResume: readonly ConformanceCase[] = [
  {
    id: 'gateway-join-under-load',
    verifies: ['GATEWAY-309', 'GATEWAY-403'],
    title: 'clients that join while events arrive have every event once',
    async run(context) {
      const name = context.name()
      await context.notify(name, { type: 'start' })
      const clients = await Promise.all(Array.from({ length: 6 }, () => context.client()))
      const heard: Promise<Frame[]>[] = []
      await pour(context, name, (batch) => {
        const client = batch % 4 === 1 ? clients[heard.length] : undefined
        if (client) heard.push(held(follow(client, { sessionId: name, afterSeq: 0 })))
      })
      const last = await context.represent(name, { type: 'after' })
      for (const events of await Promise.all(heard)) {
        expectNumbered('what was heard', events, 1)
        expectThat('it is all of it', events.length >= last.seq - 1)
      }
      expectMatch('the clients', heard.length, clients.length)
    },
  },
  {
    id: 'gateway-resume-under-load',
    verifies: ['GATEWAY-310'],
    title: 'a client that is cut off again and again has every event once',
    async run(context) {
      const name = context.name()
      await context.notify(name, { type: 'start' })
      const pouring = held(pour(context, name, () => undefined))
      const heard: Frame[] = []
      let cursor: object = { afterSeq: 0 }
      for (let cuts = 0; cuts < 5; cuts++) {
        const client = await context.client()
        const [snapshot] = await client.join({ sessionId: name, ...cursor })
        const { sessionId, epoch } = snapshot
        // Either way it is cut somewhere in the stream: after an event that is not there yet, or at the last one.
        const seen = numbered(client.of(sessionId)).length
        await Promise.race([client.frame({ sessionId, seq: heard.length + seen + 30 }), pouring])
        client.cut()
        heard.push(...numbered(client.of(sessionId, client.frames.indexOf(snapshot))))
        cursor = { afterSeq: heard.at(-1)?.seq ?? 0, epoch }
      }
      await pouring
      const client = await context.client()
      const ended = heard.some(({ notify }) => (notify as { type?: string } | undefined)?.type === 'end')
      const [, ...rest] = ended ? [] : await client.join({ sessionId: name, ...cursor })
      heard.push(...numbered(rest))
      expectNumbered('what was heard over six connections', heard, 1)
      expectMatch('the last of it', heard.at(-1), END)
    },
  },
  {
    id: 'gateway-restart',
    verifies: ['GATEWAY-314'],
    title: 'a cursor from before a restart',
    needs: ['own'],
    beside: true,
    async run(context) {
      const dataDir = mkdtempSync(join(tmpdir(), 'signalbox-conformance-'))
      try {
        const name = context.name()
        const before = await started(context, dataDir)
        await post(context, before.target, name, 'one')
        const client = await context.client(before.target)
        const [snapshot] = await client.join({ sessionId: name })
        await post(context, before.target, name, 'two')
        const two = await client.frame({ notify: { type: 'two' } })
        await before.stop()
        const { target, stop } = await started(context, dataDir)
        const again = await context.client(target)
        const { lastSeq: afterSeq, epoch } = snapshot
        const [after, ...rest] = await again.join({ sessionId: name, afterSeq, epoch })
        expectMatch('the epoch', after.epoch, epoch)
        expectMatch('the replay', numbered(rest), [{ seq: two.seq, notify: { type: 'two' } }])
        await post(context, target, name, 'three')
        const three = await again.frame({ notify: { type: 'three' } })
        expectThat('no number is used again', Number(three.seq) > Number(two.seq))
        await stop()
      } finally {
        rmSync(dataDir, { recursive: true, force: true })
      }
    },
  },
]

async function started(context: Context, dataDir: string) {
  const { url, token, stop } = await context.startGateway({ dataDir })
  const target: Target = { url, token, has: new Set() }
  return { target, stop }
}

async function post(context: Context, target: Target, session: string, type: string): Promise<void> {
  const body = { session_id: session, payload: { type } }
  const headers = { 'content-type': 'application/json' }
  const { status } = await context.http({ method: 'POST', path: notifyPath(session), headers, body }, target)
  expectMatch('the answer', status, 204)
}
