import { rmSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import Database from 'libsql'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { live, next, openClient, startWorld } from './world.mjs'

let world

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const name = fc.constantFrom('alias', 'uuid')
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ does: fc.constant('join'), name }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('leave'), name }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('follow'), name }) },
  { weight: 1, arbitrary: fc.constant({ does: 'cut' }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('wait'), events: fc.integer({ min: 1, max: 4 }) }) },
)

it('whoever joins, leaves and follows under whatever name: after the last join every event once, in order', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), name, async (steps, last) => {
      const alias = `S${++run}`
      await world.notify(alias, { type: 'session-start' })
      const names = { alias, uuid: await world.idOf(alias) }
      const { client, proxy } = openClient(world)
      await live(client)
      const told = []
      client.on('event', ({ sessionId, seq }) => sessionId === names.uuid && told.push(seq))
      const load = publish(alias)
      for (const { does, name: by, events } of steps) {
        if (does === 'join') client.join(names[by]).catch(() => {})
        else if (does === 'leave') client.leave(names[by])
        else if (does === 'follow') void readSome(client.follow(names[by]))
        else if (does === 'cut') proxy.cut('rst')
        else await load.more(events)
      }
      const { lastSeq } = await client.join(names[last])
      await load.more(10)
      await load.stop()
      const kept = (await world.eventsOf(alias)).map(({ seq }) => seq).filter((seq) => seq > lastSeq)
      const end = kept.at(-1)
      if (!told.includes(end)) await next(client, 'event', ({ seq }) => seq === end)
      client.close()
      expect(told.filter((seq) => seq > lastSeq)).toEqual(kept)
      expect(told.every((seq, at) => at === 0 || seq > told[at - 1])).toBe(true)
    }),
    { numRuns: process.env.SIGNALBOX_THOROUGH === '1' ? 150 : 25 },
  )
}, 60_000)

it('tells that the numbers are of another log, also when the connection ends before the gateway has said so', async () => {
  await world.notify('E', { type: 'session-start' })
  let cutAfter
  class Cut extends WebSocket {
    addEventListener(type, listener) {
      super.addEventListener(type, (event) => {
        if (type === 'message' && this.deaf) return
        listener(event)
        if (type !== 'message' || !cutAfter || !String(event.data).includes(cutAfter)) return
        cutAfter = undefined
        this.deaf = true
        this.terminate()
      })
    }
  }
  const { client } = openClient(world, { WebSocket: Cut })
  await live(client)
  const first = next(client, 'replayed')
  await client.join('E', { afterSeq: 0 })
  await first
  const told = []
  client.on('gap', ({ reason }) => told.push(reason))
  client.on('event', ({ seq }) => told.push(seq))
  cutAfter = 'another-log'
  const replayed = next(client, 'replayed', ({ epoch }) => epoch === 'another-log')
  await world.restart((dataDir) => {
    const db = new Database(join(dataDir, 'events.db'))
    db.exec("UPDATE meta SET value = 'another-log' WHERE key = 'epoch'")
    db.close()
    rmSync(join(dataDir, 'epoch'))
  })
  await replayed
  client.close()
  expect(told[0]).toBe('epoch')
  expect(told[1]).toBe(1)
}, 30_000)

/** Posts to a session without a pause; `more(n)` resolves when n more are kept. */
function publish(session) {
  let running = true
  let count = 0
  const waiting = new Set()
  const done = (async () => {
    while (running) {
      await world.notify(session, { type: 'note', n: count })
      count += 1
      for (const look of waiting) look()
    }
  })()
  return {
    more: (events) =>
      new Promise((resolve) => {
        const until = count + events
        const look = () => {
          if (count < until) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
      }),
    async stop() {
      running = false
      await done
    },
  }
}

async function readSome(stream) {
  let left = 3
  try {
    for await (const _ of stream) if (--left === 0) break
  } catch {
    // The session was left, or the client closed: that is what the property is about.
  }
}
