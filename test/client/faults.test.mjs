import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { live, next, openClient, startWorld } from './world.mjs'

let world
let opened

beforeEach(async () => {
  world = await startWorld()
  opened = []
})
afterEach(async () => {
  for (const { client } of opened) client.close()
  await world.close()
})

function open(options) {
  const one = openClient(world, options)
  opened.push(one)
  return one
}

/** A client on `session` from its beginning, and what it was told of it. */
async function watch(session, options) {
  const one = open(options)
  const told = []
  one.client.on('event', (event) => told.push(event))
  await one.client.join(session, { afterSeq: 0 })
  return { ...one, told }
}

/** Resolves when the client was told of everything the log has, and checks that it was told exactly that. */
async function expectAll(session, told, client) {
  const events = await world.eventsOf(session)
  const last = events.at(-1).seq
  if (told.at(-1)?.seq !== last) await next(client, 'event', ({ seq }) => seq === last)
  expect(told.map(({ seq, type }) => `${seq} ${type}`)).toEqual(
    events.map(({ seq, type }) => `${seq} ${type}`),
  )
}

const post = (n) => world.notify('Codex 1', { type: 'note', n })

const FAULTS = {
  'a reset': ({ proxy }) => proxy.cut('rst'),
  'a close in peace': ({ proxy }) => proxy.cut('fin'),
  'a cut in the middle of a frame': async ({ proxy }) => {
    proxy.cutAfter(100, 'rst')
    await post('cut')
  },
  'a silence of 35 seconds from the gateway': async ({ proxy, clock }) => {
    proxy.stall('down')
    await post('never heard')
    clock.hurry()
  },
  'a network that passes nothing': ({ proxy, clock }) => {
    proxy.stall('down', 'up')
    clock.hurry()
  },
  'a half-open connection': ({ proxy, clock }) => {
    proxy.halfOpen()
    clock.hurry()
  },
  'a restart of the gateway': () => world.restart(),
}

describe.each(Object.entries(FAULTS))('%s', (_name, fault) => {
  it.each(['snake', 'dot'])('costs no event and repeats none (%s)', async (naming) => {
    await post(1)
    const watching = await watch('Codex 1', { naming })
    await post(2)
    const lost = next(watching.client, 'status', ({ state }) => state !== 'live')
    await fault(watching)
    await lost
    await post(3)
    await live(watching.client)
    await post(4)
    await expectAll('Codex 1', watching.told, watching.client)
  })
})

describe('a slow network', () => {
  it('changes nothing but the time', async () => {
    await post(1)
    world.proxy.delay({ ms: 1, jitterMs: 4, random: Math.random })
    const { client, told } = await watch('Codex 1')
    for (let n = 2; n <= 20; n++) await post(n)
    await expectAll('Codex 1', told, client)
  })

  it('is waited out for less than the time a silence takes', async () => {
    await post(1)
    const { client, told, proxy } = await watch('Codex 1')
    proxy.stall('down')
    await post(2)
    expect(client.status.state).toBe('live')
    proxy.flow()
    await expectAll('Codex 1', told, client)
  })
})

describe('a request', () => {
  it('fails when the connection is lost before its answer, and is not repeated', async () => {
    const { client, proxy } = open()
    await live(client)
    proxy.stall('up')
    const created = client.createSession({ agentType: 'demo', name: 'once' })
    const lost = next(client, 'status')
    proxy.cut('rst')
    await expect(created).rejects.toMatchObject({ code: 'ConnectionLost' })
    await lost
    await live(client)
    expect((await client.listSessions()).sessions).toEqual([])
  })
})
