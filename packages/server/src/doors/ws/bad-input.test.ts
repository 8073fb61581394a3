import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestClient, type TestGateway, testGateway } from '../../testing.js'

describe('bad input', () => {
  // One gateway for the whole table: what one case does must not harm the next.
  let gateway: TestGateway
  let stop: () => Promise<void>
  beforeAll(async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'signalbox-test-'))
    gateway = await testGateway({
      dataDir,
      cleanUp: (close) => {
        stop = () => close().then(() => rmSync(dataDir, { recursive: true }))
      },
    })
  })
  afterAll(() => stop())

  const deep = `{"type":"ping","ts":${'['.repeat(70)}1${']'.repeat(70)}}`
  it.each([
    ['not JSON', '{', 'INVALID_JSON', undefined],
    ['binary', Buffer.from([1, 2, 3]), 'INVALID_JSON', undefined],
    ['an array', '[]', 'INVALID_MESSAGE', undefined],
    ['no type', '{}', 'INVALID_MESSAGE', 'type'],
    ['unknown type', { type: 'nope' }, 'INVALID_MESSAGE', 'type'],
    ['a type of the prototype', { type: 'constructor' }, 'INVALID_MESSAGE', 'type'],
    ['a missing field', { type: 'rename_session', name: 'x' }, 'INVALID_MESSAGE', 'sessionId'],
    ['a wrong type', { type: 'ping', ts: 'now' }, 'INVALID_MESSAGE', 'ts'],
    ['an unknown field', { type: 'ping', ts: 1, extra: 1 }, 'INVALID_MESSAGE', 'extra'],
    ['a limit out of range', { type: 'get_events', sessionId: 's', limit: 1001 }, 'INVALID_MESSAGE', 'limit'],
    [
      'a history limit out of range',
      { type: 'get_history', sessionId: 's', limit: 101 },
      'INVALID_MESSAGE',
      'limit',
    ],
    [
      'a relative folder',
      { type: 'create_session', agentType: 'demo', cwd: 'here' },
      'INVALID_MESSAGE',
      'cwd',
    ],
    [
      'an unknown event type',
      { type: 'get_events', sessionId: 's', types: ['nope'] },
      'INVALID_MESSAGE',
      'types',
    ],
    ['a strange cursor', { type: 'list_sessions', cursor: 'x' }, 'INVALID_MESSAGE', 'cursor'],
    ['no session to join', { type: 'join_session' }, 'INVALID_MESSAGE', 'sessionId'],
    [
      'too many sessions',
      { type: 'join_session', joins: Array(101).fill({ sessionId: 's' }) },
      'INVALID_MESSAGE',
      'joins',
    ],
    [
      'too many session ids',
      { type: 'join_session', sessionIds: Array(101).fill('s') },
      'INVALID_MESSAGE',
      'sessionIds',
    ],
    [
      'a folder that does not exist',
      { type: 'create_session', agentType: 'demo', cwd: '/nowhere/at/all' },
      'INVALID_MESSAGE',
      'cwd',
    ],
    [
      'a folder that is a file',
      { type: 'create_session', agentType: 'demo', cwd: process.execPath },
      'INVALID_MESSAGE',
      'cwd',
    ],
    ['too deep', deep, 'INVALID_MESSAGE', undefined],
    ['too large', `{"type":"ping","ts":1,"x":"${'x'.repeat(1024 * 1024)}"}`, 'MESSAGE_TOO_LARGE', undefined],
    ['an unknown session', { type: 'join_session', sessionId: 'nowhere' }, 'SessionNotFound', undefined],
    ['a message of a later release', { type: 'list_projects' }, 'NotImplemented', 'type'],
  ])('%s is an error for the sender alone', async (_name, message, code, field) => {
    const [client, other] = [await TestClient.open(gateway), await TestClient.open(gateway)]
    const heard = other.frames.length
    client.send(message)
    const error = await client.next('error')
    expect(error.code).toBe(code)
    expect(error.field).toBe(field)
    expect(JSON.stringify(error)).not.toMatch(/\bat .*:\d+/)
    await client.ask({ type: 'ping', ts: 1 })
    await other.ask({ type: 'ping', ts: 1 })
    expect(other.frames.length).toBe(heard + 1)
  })

  it('says nothing of later messages to who has shown no token', async () => {
    const client = new TestClient(gateway.wsUrl)
    await client.next('connected')
    expect(await client.ask({ type: 'list_projects' })).toMatchObject({
      code: 'NOT_AUTHENTICATED',
    })
  })

  it('limits messages, then closes a flood', async () => {
    const gateway = await testGateway()
    const client = await TestClient.open(gateway)
    for (let n = 0; n < 98; n++) client.send({ type: 'ping', ts: n, ref: n })
    expect(await client.next('error')).toMatchObject({ code: 'RATE_LIMITED', ref: 59 })
    client.send('{')
    expect(await client.next((frame) => frame.ref === undefined)).toMatchObject({ code: 'RATE_LIMITED' })
    for (let n = 0; n < 100; n++) client.send({ type: 'ping', ts: n })
    expect((await client.closed).code).toBe(4429)
  })

  it('ends a connection that sends more than the hard limit', async () => {
    const gateway = await testGateway()
    const client = await TestClient.open(gateway)
    client.send('x'.repeat(4 * 1024 * 1024 + 1))
    expect((await client.closed).code).toBe(1009)
  })

  it('survives raw rubbish after the upgrade and a client that vanishes', async () => {
    const gateway = await testGateway()
    const { hostname, port } = new URL(gateway.url)
    const socket = connect(Number(port), hostname)
    socket.write(
      `GET /ws HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
    )
    await new Promise((resolve) => socket.once('data', resolve))
    socket.write(Buffer.alloc(64, 0xff))
    await new Promise((resolve) => socket.once('close', resolve))
    const client = await TestClient.open(gateway)
    client.ws.terminate()
    const after = await TestClient.open(gateway)
    expect(await after.ask({ type: 'ping', ts: 1 })).toMatchObject({ type: 'pong' })
  })
})
