import type { GatewayState } from '@signalbox/protocol'
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

describe('a message that is too large', () => {
  const LONGEST = 1024 * 1024
  /** What the message has beside its text. */
  const rest = JSON.stringify({ type: 'steer', sessionId: 's', content: '' }).length + 32

  it.each([
    ['a byte over', 'x'.repeat(LONGEST - rest + 1)],
    ['in characters of two bytes', 'é'.repeat(LONGEST / 2)],
    ['in characters of three bytes', '漢'.repeat(LONGEST / 3)],
    ['in what JSON makes longer', '"'.repeat(LONGEST / 2)],
    ['far over', 'x'.repeat(5 * LONGEST)],
  ])('is refused here: %s', async (_what, text) => {
    const client = open('t')
    await live(client)
    await expect(client.steer('s', text)).rejects.toMatchObject({
      name: 'GatewayError',
      code: 'MESSAGE_TOO_LARGE',
      message: 'a message may have at most 1 MiB',
    })
    expect(client.status.state).toBe('live')
  })

  it('is none when it just fits', async () => {
    const client = open('t')
    const connection = await live(client)
    void client.steer('s', 'x'.repeat(LONGEST - rest)).catch(() => {})
    const sent = await connection.next()
    expect(sent).toMatchObject({ type: 'steer' })
    expect(JSON.stringify(sent).length).toBeLessThanOrEqual(LONGEST)
  })
})

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

  it('sends again by itself what came too early, and waits on for the answer', async () => {
    const client = open('t')
    const connection = await live(client)
    const asked = client.ping(1)
    const { ref } = await connection.next()
    connection.send({ type: 'error', code: 'RATE_LIMITED', message: 'at most 60 messages', ref })
    await vi.waitFor(() => {
      clock.pass(1_000)
      expect(connection.received).toBe(3)
    }, 10_000)
    const again = await connection.next()
    expect(again).toMatchObject({ type: 'ping', ts: 1, ref })
    connection.send({ type: 'pong', clientTs: 1, serverTs: 1, ref })
    expect((await asked).clientTs).toBe(1)
  })

  it('tells a refusal that answers nothing to the error listeners', async () => {
    const client = open('t')
    const connection = await live(client)
    const told = new Promise((resolve) => client.on('error', resolve))
    connection.send({ type: 'error', code: 'RATE_LIMITED', message: 'Too many requests' })
    expect(await told).toMatchObject({ code: 'RATE_LIMITED' })
  })
})

describe('what may be sent again', () => {
  it('goes out on the next connection, after the joins, and is answered there', async () => {
    const client = open('t')
    const first = await live(client)
    const turn = client.runTurn('s', 'Hello')
    const sent = await first.next()
    expect(sent).toMatchObject({ type: 'run_turn', text: 'Hello', clientTurnId: expect.any(String) })
    first.cut()
    await until(client, 'reconnecting')
    const listed = client.listRequests()
    client.join('s').catch(() => {})
    clock.pass(500)
    const second = await live(client)
    expect(await second.next()).toMatchObject({ type: 'join_session' })
    const again = await second.next()
    expect(again).toEqual(sent)
    second.send({ ...event(1), turnId: 'turn_1', ref: again.ref })
    expect(await turn).toMatchObject({ turnId: 'turn_1' })
    const { ref } = await second.next()
    second.send({ type: 'request_list', requests: [], ref })
    expect(await listed).toEqual([])
  })

  it('fails with the reason when there will be no other connection', async () => {
    const client = open('t')
    const connection = await live(client)
    const turn = client.runTurn('s', 'Hello')
    await connection.next()
    connection.cut(4401)
    await expect(turn).rejects.toMatchObject({ code: 'NOT_AUTHENTICATED' })
    await expect(client.listRequests()).rejects.toMatchObject({ code: 'NOT_AUTHENTICATED' })
  })

  it('is nothing that a person decides', async () => {
    const client = open('t')
    const connection = await live(client)
    const decisions = [
      client.respondPermission('s', 'r', { approved: true }),
      client.answerQuestion('s', 'r', { answers: { q: 'yes' } }),
      client.steer('s', 'Leave it'),
      client.stopTurn('s'),
    ]
    for (const _ of decisions) await connection.next()
    connection.cut()
    for (const decision of decisions) {
      await expect(decision).rejects.toMatchObject({
        code: 'ConnectionLost',
        message: expect.stringContaining('may have been done or not'),
      })
    }
  })
})

describe('running a turn', () => {
  const told = (seq: number, type: string, more: object = {}) => ({
    ...event(seq),
    type,
    turnId: 'turn_1',
    ...more,
  })

  it('joins, begins and yields the turn over a cut', async () => {
    const client = open('t')
    const first = await live(client)
    const types: string[] = []
    const reading = (async () => {
      for await (const item of client.run('s', 'Hello', { clientTurnId: 'mine' })) types.push(item.type)
    })()
    const joined = await first.next()
    expect(joined).toMatchObject({ type: 'join_session', sessionId: 's' })
    first.send(snapshotOf('s', { lastSeq: 7, ref: String(joined.ref) }))
    first.send({ type: 'replay_complete', sessionId: 's', lastSeq: 7, epoch: 'e1' })
    const begun = await first.next()
    expect(begun).toMatchObject({ type: 'run_turn', clientTurnId: 'mine' })
    first.send(told(8, 'turn_started', { ref: begun.ref }))
    first.send(told(9, 'text_delta', { text: 'Hel' }))
    await vi.waitFor(() => expect(types).toEqual(['turn_started', 'text_delta']), 10_000)
    first.cut()
    await until(client, 'reconnecting')
    clock.pass(500)
    const second = await live(client)
    const again = await second.next()
    expect(again).toMatchObject({ type: 'join_session', afterSeq: 9 })
    second.send(snapshotOf('s', { lastSeq: 11, ref: String(again.ref) }))
    second.send({ type: 'gap', sessionId: 's', fromSeq: 9, toSeq: 10, reason: 'ephemeral' })
    second.send(told(11, 'message_complete', { text: 'Hello.' }))
    second.send({ type: 'replay_complete', sessionId: 's', lastSeq: 11, epoch: 'e1' })
    second.send(told(12, 'turn_complete', { finalText: 'Hello.' }))
    await reading
    expect(types.slice(2)).toEqual(['gap', 'message_complete', 'turn_complete'])
    expect(await second.next()).toMatchObject({ type: 'leave_session', sessionId: 's' })
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
    await vi.waitFor(() => expect(seen).toEqual([1, 2, 3]), 10_000)

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
    connection.send({ type: 'replay_complete', sessionId: 's', lastSeq: 2, epoch: 'e1' })
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

describe('many sessions', () => {
  it('are asked for with one message, and each is answered by itself', async () => {
    const client = open('t')
    const connection = await live(client)
    const joins = client.join(['a', { sessionId: 'b', afterSeq: 7, epoch: 'e1' }], { afterSeq: 0 })
    const message = await connection.next()
    expect(message).toMatchObject({
      type: 'join_session',
      joins: [
        { sessionId: 'a', afterSeq: 0 },
        { sessionId: 'b', afterSeq: 7, epoch: 'e1' },
      ],
    })
    for (const { sessionId, ref } of message.joins as { sessionId: string; ref: string }[]) {
      connection.send(snapshotOf(sessionId, { lastSeq: 9, ref }))
    }
    expect((await joins).map(({ sessionId }) => sessionId)).toEqual(['a', 'b'])
  })

  it('are asked for again when the gateway had too much of us', async () => {
    const client = open('t')
    const connection = await live(client)
    const joins = client.join(['a', 'b'])
    const { ref } = await connection.next()
    connection.send({ type: 'error', code: 'RATE_LIMITED', message: 'at most 60 messages', ref })
    await vi.waitFor(() => {
      clock.pass(1_000)
      expect(connection.received).toBe(3)
    }, 10_000)
    const again = await connection.next()
    for (const join of again.joins as { sessionId: string; ref: string }[]) {
      connection.send(snapshotOf(join.sessionId, { ref: join.ref }))
    }
    expect(await joins).toHaveLength(2)
  })

  it('take a number to begin at that makes sense', async () => {
    const client = open('t')
    await live(client)
    await expect(client.join('a', { afterSeq: -1 })).rejects.toThrow(
      'afterSeq is a whole number from 0, not -1',
    )
    expect(() => client.follow('a', { afterSeq: 0.5 })).toThrow('not 0.5')
  })
})

describe('telling', () => {
  it('says one name for an event that has two, and narrows by it', async () => {
    const client = open('t')
    const connection = await live(client)
    const told: string[] = []
    client.on('event', (one) => {
      if (one.type === 'text_delta') told.push(`event ${one.text}`)
    })
    client.onEvent('text_delta', (one) => told.push(`type ${one.text}`))
    client.onEvent('tool_call', (one) => told.push(one.toolName))
    const stream = client.events()
    connection.send({ type: 'message.delta', sessionId: 's', seq: 1, ts: 1, text: 'Hi' })
    const { value } = await stream.next()
    expect(value).toMatchObject({ type: 'text_delta', text: 'Hi' })
    expect(told).toEqual(['event Hi', 'type Hi'])
  })

  it('ends a stream of everything that nobody reads, with a reason', async () => {
    const client = open('t')
    const connection = await live(client)
    const stream = client.events(2)
    const third = new Promise<void>((resolve) => client.on('event', ({ seq }) => seq === 3 && resolve()))
    for (const seq of [1, 2, 3]) connection.send(event(seq))
    await third
    expect(await stream.next()).toMatchObject({ value: { seq: 1 } })
    expect(await stream.next()).toMatchObject({ value: { seq: 2 } })
    await expect(stream.next()).rejects.toMatchObject({ code: 'ReaderTooSlow' })
  })

  it('follows a session for one reader, and leaves it with the loop', async () => {
    const client = open('t')
    const connection = await live(client)
    const stream = client.follow('s', { afterSeq: 0 })
    const { ref } = await connection.next()
    connection.send(snapshotOf('s', { lastSeq: 1, ref: String(ref) }))
    connection.send(event(1))
    connection.send({ type: 'replay_complete', sessionId: 's', lastSeq: 1, epoch: 'e1' })
    for await (const item of stream) {
      expect(item).toMatchObject({ seq: 1 })
      break
    }
    expect(await connection.next()).toMatchObject({ type: 'leave_session', sessionId: 's' })
  })

  it('ends what waits when it is closed, without an error in its streams', async () => {
    const client = open('t')
    await live(client)
    const streams = [client.events(), client.follow('s')]
    const waiting = streams.map((stream) => stream.next())
    const joined = client.join('s')
    client.close()
    for (const result of waiting) expect(await result).toEqual({ value: undefined, done: true })
    await expect(joined).rejects.toMatchObject({ code: 'ClientClosed' })
    await expect(client.join('s')).rejects.toMatchObject({ code: 'ClientClosed' })
    await expect(client.ping()).rejects.toMatchObject({ code: 'ClientClosed' })
    expect(await client.events().next()).toEqual({ value: undefined, done: true })
  })
})

describe('a gateway that is paused', () => {
  it('is told of by whomever it was done, and answers who asked', async () => {
    const client = open('t')
    const connection = await live(client)
    const told: GatewayState[] = []
    client.on('gateway', (state) => told.push(state))
    const asked = client.pauseGateway()
    const { type, ref } = await connection.next()
    expect(type).toBe('pause_gateway')
    connection.send({ type: 'gateway_state', state: 'paused', pausedAt: 7, ref })
    expect(await asked).toEqual({ state: 'paused', pausedAt: 7 })
    const heard = new Promise((resolve) => client.on('gateway', resolve))
    connection.send({ type: 'gateway_state', state: 'running', pausedAt: 7, resumedAt: 9 })
    await heard
    expect(told).toEqual([
      { state: 'paused', pausedAt: 7 },
      { state: 'running', pausedAt: 7, resumedAt: 9 },
    ])
  })

  it('refuses a turn with its code', async () => {
    const client = open('t')
    const connection = await live(client)
    const turn = client.runTurn('s', 'Hello', { clientTurnId: 'mine' })
    const { ref } = await connection.next()
    connection.send({ type: 'error', code: 'Paused', message: 'paused', ref })
    await expect(turn).rejects.toMatchObject({ code: 'Paused', message: 'paused' })
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
      await vi.waitFor(() => expect(states).toHaveLength(failed), 10_000)
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
