import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { SessionEvent } from './frame.js'
import { Client, connect } from './index.js'
import { SILENCE_MS } from './link.js'
import { fakeGateway, snapshotOf } from './test/fake-gateway.js'
import { manualClock } from './test/manual-clock.js'
import type { ConnectionStatus } from './told.js'

const event = (seq: number) => ({ type: 'turn_started', sessionId: 's', seq, ts: seq })

let gateway: Awaited<ReturnType<typeof fakeGateway>>
let clock: ReturnType<typeof manualClock>
let clients: Client[]

beforeEach(async () => {
  gateway = await fakeGateway()
  clock = manualClock()
  clients = []
})

afterEach(async () => {
  for (const client of clients) client.close()
  await gateway.close()
})

function open(token?: string): Client {
  const client = new Client({ url: gateway.url, WebSocket, clock, ...(token === undefined ? {} : { token }) })
  clients.push(client)
  return client
}

/** The next status that passes; the status is what the client waits on, so it is what tests wait on. */
function until(client: Client, state: ConnectionStatus['state']): Promise<ConnectionStatus> {
  return new Promise((resolve) => {
    const stop = client.on('status', (status) => {
      if (status.state !== state) return
      stop()
      resolve(status)
    })
  })
}

async function live(client: Client) {
  const [connection] = await Promise.all([gateway.signedIn(), until(client, 'live')])
  return connection
}

describe('signing in', () => {
  it('sends the token once the gateway has greeted', async () => {
    const client = open('secret')
    const connection = await gateway.connection()
    expect(await connection.next()).toEqual({
      type: 'authenticate',
      token: 'secret',
      protocolVersions: [1, 2],
    })
    connection.send({
      type: 'authenticated',
      identity: { userId: 'owner', email: null, tenantId: 'local' },
      protocolVersion: 2,
    })
    await until(client, 'live')
    expect(client.identity).toEqual({ userId: 'owner', email: null, tenantId: 'local' })
  })

  it('stays away for good when the token is refused', async () => {
    const client = open('wrong')
    const connection = await gateway.connection()
    await connection.next()
    const offline = until(client, 'offline')
    connection.send({ type: 'error', code: 'AUTH_FAILED', message: 'Token refused' })
    expect(await offline).toMatchObject({ retryAt: null, reason: { code: 'AUTH_FAILED' } })
    client.retryNow()
    expect(client.status.state).toBe('offline')
  })

  it('finds out at once that neither token nor cookie was there', async () => {
    const client = open()
    const connection = await gateway.connection()
    expect(await connection.next()).toMatchObject({ type: 'ping' })
    const offline = until(client, 'offline')
    connection.send({ type: 'error', code: 'NOT_AUTHENTICATED', message: 'Token required' })
    expect(await offline).toMatchObject({ reason: { code: 'NOT_AUTHENTICATED' } })
  })

  it('takes close code 4401 as a refusal: the device was revoked', async () => {
    const client = open('secret')
    const connection = await live(client)
    const offline = until(client, 'offline')
    connection.cut(4401)
    expect(await offline).toMatchObject({ reason: { code: 'NOT_AUTHENTICATED' } })
  })
})

describe('connect', () => {
  it('rejects with a sentence when nothing listens there', async () => {
    const { url } = gateway
    await gateway.close()
    await expect(connect({ url, token: 't', WebSocket })).rejects.toThrow(`no gateway answers at ${url}`)
  })

  it('rejects with the code when the token is refused', async () => {
    const connecting = connect({ url: gateway.url, token: 'wrong', WebSocket })
    const connection = await gateway.connection()
    await connection.next()
    connection.send({ type: 'error', code: 'AUTH_FAILED', message: 'Token refused' })
    await expect(connecting).rejects.toMatchObject({ code: 'AUTH_FAILED' })
  })

  it('resolves with a client that is live', async () => {
    const [client] = await Promise.all([
      connect({ url: gateway.url, token: 't', WebSocket }),
      gateway.signedIn(),
    ])
    clients.push(client)
    expect(client.status).toEqual({ state: 'live' })
  })
})

describe('requests', () => {
  it('finds the answer by its ref', async () => {
    const client = open('t')
    const connection = await live(client)
    const asked = client.request({ type: 'get_events', sessionId: 's', afterSeq: 0 })
    const { ref } = await connection.next()
    connection.send({ type: 'heartbeat', ts: 1 })
    connection.send({ type: 'events', sessionId: 's', events: [], next: null, ref })
    expect(await asked).toMatchObject({ type: 'events', next: null })
  })

  it('does not wait for what a lost connection may have done', async () => {
    const client = open('t')
    const connection = await live(client)
    const asked = client.request({ type: 'create_session', agentType: 'demo' })
    await connection.next()
    connection.cut()
    await expect(asked).rejects.toMatchObject({ code: 'ConnectionLost' })
    await expect(client.request({ type: 'ping', ts: 1 })).rejects.toMatchObject({ code: 'ConnectionLost' })
  })

  it('tells a refusal that answers nothing to the error listeners', async () => {
    const client = open('t')
    const connection = await live(client)
    const told = new Promise((resolve) => client.on('error', resolve))
    connection.send({ type: 'error', code: 'RATE_LIMITED', message: 'Too many requests' })
    expect(await told).toMatchObject({ code: 'RATE_LIMITED' })
  })
})

describe('following a session', () => {
  it('delivers each event once over a cut, and resumes from the last one', async () => {
    const client = open('t')
    const seen: number[] = []
    client.on('event', (told: SessionEvent) => seen.push(told.seq))
    const first = await live(client)
    const joined = client.join('s', { afterSeq: 0 })
    const { ref } = await first.next()
    first.send(snapshotOf('s', { lastSeq: 2, ref: String(ref) }))
    await joined
    for (const seq of [1, 2]) first.send(event(seq))
    first.send({ type: 'replay_complete', sessionId: 's', lastSeq: 2, epoch: 'e1' })
    first.send(event(3))
    await vi.waitFor(() => expect(seen).toEqual([1, 2, 3]))

    const lost = until(client, 'reconnecting')
    first.cut()
    expect(await lost).toMatchObject({ retryAt: clock.now() + 500 })
    clock.pass(500)
    const second = await live(client)
    const again = await second.next()
    expect(again).toMatchObject({ type: 'join_session', sessionId: 's', afterSeq: 3, epoch: 'e1' })
    second.send(snapshotOf('s', { lastSeq: 5, ref: String(again.ref) }))
    for (const seq of [5, 3, 4, 5]) second.send(event(seq))
    second.send({ type: 'replay_complete', sessionId: 's', lastSeq: 5, epoch: 'e1' })
    await new Promise((resolve) => client.on('replayed', resolve))
    expect(seen).toEqual([1, 2, 3, 4, 5])
  })

  it('keeps a join that was asked for while there was no connection', async () => {
    const client = open('t')
    const joined = client.join('s')
    const connection = await live(client)
    const message = await connection.next()
    connection.send(snapshotOf('s', { lastSeq: 2, ref: String(message.ref) }))
    expect((await joined).lastSeq).toBe(2)
    client.leave('s')
    expect(await connection.next()).toMatchObject({ type: 'leave_session', sessionId: 's' })
  })

  it('yields events and gaps in order to an iterator, until the client is closed', async () => {
    const client = open('t')
    const connection = await live(client)
    const stream = client.events()
    connection.send(event(1))
    connection.send({ type: 'gap', sessionId: 's', fromSeq: 1, toSeq: 4, reason: 'slow' })
    connection.send(event(5))
    const types: string[] = []
    for await (const item of stream) {
      types.push(item.type)
      if (types.length === 3) client.close()
    }
    expect(types).toEqual(['turn_started', 'gap', 'turn_started'])
  })
})

describe('a lost gateway', () => {
  it('takes 35 seconds of silence as a cut', async () => {
    const client = open('t')
    const connection = await live(client)
    clock.pass(SILENCE_MS - 1)
    const beat = client.request({ type: 'ping', ts: 1 })
    connection.send({ type: 'pong', clientTs: 1, serverTs: 1, ref: (await connection.next()).ref })
    await beat
    clock.pass(SILENCE_MS - 1)
    expect(client.status.state).toBe('live')
    clock.pass(1)
    expect(client.status.state).toBe('reconnecting')
  })

  it('calls itself offline after five attempts and still comes back', async () => {
    const client = open('t')
    const states: string[] = []
    client.on('status', (status) => states.push(status.state))
    for (const failed of [1, 2, 3, 4, 5, 6]) {
      ;(await gateway.connection()).cut()
      await vi.waitFor(() => expect(states).toHaveLength(failed))
      clock.pass(15_000)
    }
    expect(states).toEqual([...Array(5).fill('reconnecting'), 'offline'])
    await live(client)
    expect(client.status).toEqual({ state: 'live' })
  })

  it('does not wait out the back-off when told that the network is back', async () => {
    const client = open('t')
    const lost = until(client, 'reconnecting')
    ;(await gateway.connection()).cut()
    await lost
    client.retryNow()
    await live(client)
    expect(client.status.state).toBe('live')
  })
})
