import fc from 'fast-check'
import { expect, it } from 'vitest'
import { startLoad } from './load.mjs'
import { openReaders } from './readers.mjs'
import { startWorld } from './world.mjs'

const RUNS = process.env.SIGNALBOX_THOROUGH === '1' ? 20 : 6
const CUTS_EACH = 13
const CLIENTS = [
  { styles: ['listening'], naming: 'snake' },
  { styles: ['iterating'], naming: 'dot' },
  { styles: ['following'], naming: 'snake' },
  // One that falls behind makes the gateway replay what the other has.
  { styles: ['listening', 'following'], naming: 'dot' },
]
const SESSIONS = 3
/** A conversation from the first byte of the handshake to well into live events. */
const LONGEST_BYTES = 5_000

/** Each waits for what it needs and resolves when the client's connection is gone. */
const CUTS = {
  async bytes({ proxy }, { bytes, end }) {
    proxy.cutAfter(bytes, end)
    await proxy.disconnected()
  },
  async silence({ proxy, clock }, { directions }) {
    proxy.stall(...directions)
    clock.hurry()
    await proxy.disconnected()
  },
  async halfOpen({ proxy, clock }) {
    proxy.halfOpen()
    clock.hurry()
    await proxy.disconnected()
  },
  async restart({ world }) {
    await world.restart()
  },
}

const end = fc.constantFrom('rst', 'fin')
const slow = fc.boolean()
const cut = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({ kind: fc.constant('bytes'), bytes: fc.nat(LONGEST_BYTES), end, slow }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('silence'),
      directions: fc.constantFrom(['down'], ['up', 'down']),
      slow,
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('halfOpen'), slow }) },
)
const schedule = fc.record({
  cuts: fc.tuple(...CLIENTS.map(() => fc.array(cut, { minLength: CUTS_EACH, maxLength: CUTS_EACH }))),
  /** When half of the cuts are done. */
  restart: fc.nat(4).map((chance) => chance === 0),
})

it('survives hundreds of cuts under load: every event is told once and in order', async () => {
  const world = await startWorld({ networks: CLIENTS.length })
  const count = { cuts: 0, restarts: 0, events: 0 }
  let run = 0

  async function checkOnce({ cuts, restart }) {
    run += 1
    const names = Array.from({ length: SESSIONS }, (_, n) => `run ${run} session ${n}`)
    for (const name of names) await world.notify(name, { type: 'session-start' })
    const ids = await Promise.all(names.map((name) => world.idOf(name)))
    const load = startLoad(world, names)
    const readers = CLIENTS.map((client, n) => openReaders(world, world.proxies[n], client, ids))
    try {
      const half = Math.floor(CUTS_EACH / 2)
      await Promise.all(readers.map((reader, n) => cutAll(reader, cuts[n].slice(0, half))))
      if (restart) {
        await CUTS.restart({ world })
        count.restarts += 1
      }
      await Promise.all(readers.map((reader, n) => cutAll(reader, cuts[n].slice(half))))
      await load.stop()
      await checkTold(names, ids, readers)
    } finally {
      for (const { client } of readers) client.close()
      await load.stop()
    }
  }

  async function cutAll(reader, cuts) {
    for (const { kind, slow, ...details } of cuts) {
      reader.proxy.delay(slow ? { ms: 0, jitterMs: 3, random: Math.random } : undefined)
      await reader.proxy.connected()
      await CUTS[kind](reader, details)
      count.cuts += 1
    }
    reader.proxy.delay(undefined)
  }

  async function checkTold(names, ids, readers) {
    const kept = new Map()
    for (const [n, name] of names.entries()) {
      const events = await world.eventsOf(name)
      kept.set(
        ids[n],
        events.map(({ seq, type }) => `${seq} ${type}`),
      )
      count.events += events.length
    }
    const lasts = new Map([...kept].map(([id, events]) => [id, events.at(-1)]))
    for (const reader of readers) {
      await reader.caughtUp(lasts)
      for (const told of reader.told) expect(told).toEqual(kept)
    }
  }

  try {
    await fc.assert(fc.asyncProperty(schedule, checkOnce), { numRuns: RUNS, endOnFailure: true })
  } finally {
    await world.close()
  }
  const { cuts, restarts, events } = count
  console.log(
    `${cuts} cuts, ${restarts} restarts, ${events} events for each of ${CLIENTS.length} clients: none lost, none repeated`,
  )
  expect(count.cuts).toBe(RUNS * CUTS_EACH * CLIENTS.length)
}, 120_000)
