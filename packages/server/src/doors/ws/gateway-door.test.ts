import { existsSync, readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type Frame, postNotify, send, TestClient, testGateway } from '../../testing.js'

describe('connecting', () => {
  it('greets, asks for a token, and admits it', async () => {
    const gateway = await testGateway()
    const client = new TestClient(gateway.wsUrl)
    expect(await client.next('welcome')).toEqual({ type: 'welcome', protocolVersion: 2, requiresAuth: true })
    expect(await client.next('connected')).toMatchObject({
      heartbeatIntervalMs: 30000,
      clientId: expect.any(String),
    })
    expect(await client.ask({ type: 'list_sessions' })).toMatchObject({
      type: 'error',
      code: 'NOT_AUTHENTICATED',
    })
    expect(
      await client.ask({ type: 'authenticate', token: gateway.token, protocolVersions: [2, 9] }),
    ).toMatchObject({
      type: 'authenticated',
      identity: { userId: 'owner', tenantId: 'local' },
      protocolVersion: 2,
    })
    expect(await client.ask({ type: 'ping', ts: 5 })).toMatchObject({ type: 'pong', clientTs: 5 })
  })

  it('speaks version 1 when none is given, and refuses versions it does not know', async () => {
    const gateway = await testGateway()
    const client = await TestClient.open(gateway)
    expect(client.frames.at(-1)).toMatchObject({ type: 'authenticated', protocolVersion: 1 })
    const other = new TestClient(gateway.wsUrl)
    await other.next('connected')
    expect(
      await other.ask({ type: 'authenticate', token: gateway.token, protocolVersions: [7] }),
    ).toMatchObject({
      code: 'ProtocolVersionMismatch',
    })
    expect((await other.closed).code).toBe(4401)
  })

  it('refuses a wrong token, and closes after three', async () => {
    const gateway = await testGateway()
    const client = new TestClient(gateway.wsUrl)
    await client.next('connected')
    for (let attempt = 0; attempt < 3; attempt++) {
      expect(await client.ask({ type: 'authenticate', token: 'wrong' })).toMatchObject({
        type: 'error',
        code: 'AUTH_FAILED',
      })
    }
    expect((await client.closed).code).toBe(4401)
  })

  it('takes a bearer token with the upgrade', async () => {
    const gateway = await testGateway()
    const client = new TestClient(gateway.wsUrl, { headers: { authorization: `Bearer ${gateway.token}` } })
    expect(await client.next('authenticated')).toMatchObject({ identity: { userId: 'owner' } })
  })

  it('admits everyone with --dev, as the developer', async () => {
    const gateway = await testGateway({ dev: true })
    const client = new TestClient(gateway.wsUrl)
    expect(await client.next('welcome')).toMatchObject({ requiresAuth: false })
    expect(await client.next('authenticated')).toMatchObject({
      identity: { userId: 'dev-user-001', email: 'developer@example.com', tenantId: 'dev' },
    })
  })

  it.each([
    ['a page on another origin', { origin: 'http://evil.example' }, '/ws', 403],
    ['a rebinding Host', { host: 'evil.example' }, '/ws', 403],
    ['a wrong bearer token', { authorization: 'Bearer wrong' }, '/ws', 401],
    ['another path', {}, '/elsewhere', 404],
    ['a naming that does not exist', {}, '/ws?naming=camel', 400],
  ])('refuses %s at the upgrade', async (_name, headers, path, status) => {
    const gateway = await testGateway()
    const ws = new WebSocket(`${gateway.wsUrl.replace('/ws', '')}${path}`, { headers })
    const answered = await new Promise((resolve) =>
      ws.on('unexpected-response', (_request, response) => resolve(response.statusCode)),
    )
    expect(answered).toBe(status)
  })

  it('ignores the offer of a protocol it does not speak', async () => {
    const gateway = await testGateway()
    const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABk' }
    expect((await send(gateway, 'GET', '/api/sessions', { headers })).json).toEqual({
      sessions: [],
      next: null,
    })
    const body = { session_id: 's', payload: { type: 'x' } }
    expect((await send(gateway, 'POST', '/api/sessions/s/notify', { headers, body })).status).toBe(204)
    expect((await send(gateway, 'GET', '/api/sessions', { headers, anonymous: true })).status).toBe(401)
  })

  it('takes a page of its own origin only with a cookie or a token', async () => {
    const gateway = await testGateway()
    const client = new TestClient(gateway.wsUrl, { headers: { origin: gateway.url } })
    await client.next('connected')
    expect(await client.ask({ type: 'list_sessions' })).toMatchObject({ code: 'NOT_AUTHENTICATED' })
  })

  it('knows a paired browser by its cookie, and signs it out when it is revoked', async () => {
    const gateway = await testGateway()
    const code = gateway.pairingLink().split('#')[1]
    await postNotify(gateway, 's', { type: 'x' })
    const paired = await send(gateway, 'POST', '/pair', {
      body: { code, name: 'laptop' },
      anonymous: true,
      headers: { origin: gateway.url },
    })
    expect(paired.status).toBe(200)
    const cookie = String(paired.headers['set-cookie']).split(';')[0] ?? ''
    const client = new TestClient(gateway.wsUrl, { headers: { origin: gateway.url, cookie } })
    await client.next('authenticated')
    const foreign = new TestClient(gateway.wsUrl, { headers: { cookie } })
    await foreign.next('connected')
    expect(await foreign.ask({ type: 'list_sessions' })).toMatchObject({ code: 'NOT_AUTHENTICATED' })
    const stream = await fetch(`${gateway.url}/api/sessions/s/events/stream`, {
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
    })
    const streamEnded = stream.text()
    const lines = await fetch(`${gateway.url}/rpc/stream`, {
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
    })
    const linesEnded = lines.text()
    const { device } = paired.json as { device: { id: string } }
    expect((await send(gateway, 'DELETE', `/api/devices/${device.id}`)).status).toBeLessThan(300)
    expect((await client.closed).code).toBe(4401)
    await streamEnded
    expect(await linesEnded).toContain('"method":"stream/closed","params":{"reason":"revoked"')
  })
})

describe('sessions', () => {
  it('are made, renamed, archived, brought back and deleted; the one who asked gets the ref, the tenant the event', async () => {
    const gateway = await testGateway()
    const [client, other] = [await TestClient.open(gateway), await TestClient.open(gateway)]
    const created = await client.ask({ type: 'create_session', agentType: 'demo', name: 'Auth' })
    expect(created).toMatchObject({
      type: 'session_created',
      seq: 1,
      session: { name: 'Auth', agentType: 'demo', status: 'inactive' },
    })
    const { sessionId } = created
    expect(await other.next('session_created')).toEqual(
      Object.fromEntries(Object.entries(created).filter(([key]) => key !== 'ref')),
    )

    expect(await client.ask({ type: 'rename_session', sessionId, name: 'Auth 2' })).toMatchObject({
      type: 'session_updated',
      session: { name: 'Auth 2' },
    })
    expect(await other.next('session_updated')).toMatchObject({ session: { name: 'Auth 2' } })
    expect(await client.ask({ type: 'archive_session', sessionId })).toMatchObject({
      type: 'session_archived',
      session: { archived: true },
    })
    expect(await client.ask({ type: 'archive_session', sessionId })).toMatchObject({
      type: 'session_archived',
      session: { archived: true },
    })
    expect((await client.ask({ type: 'list_sessions' })).sessions).toEqual([])
    expect((await client.ask({ type: 'list_sessions', includeArchived: true })).sessions).toMatchObject([
      { name: 'Auth 2' },
    ])
    expect(await client.ask({ type: 'unarchive_session', sessionId })).toMatchObject({
      session: { archived: false },
    })
    expect(await client.ask({ type: 'delete_session', sessionId })).toMatchObject({
      type: 'session_deleted',
      sessionId,
    })
    expect(await other.next('session_deleted')).toMatchObject({ sessionId })
    expect(await client.ask({ type: 'get_events', sessionId })).toMatchObject({ code: 'SessionNotFound' })
    expect(client.frames.filter((frame) => frame.type === 'session_archived')).toHaveLength(2)
  })

  it('get a folder of their own where none is given; it goes with them', async () => {
    const gateway = await testGateway()
    const client = await TestClient.open(gateway)
    const { session } = await client.ask({ type: 'create_session', agentType: 'demo' })
    const { id, cwd } = session as { id: string; cwd: string }
    expect(readdirSync(cwd)).toEqual([])
    const own = await client.ask({ type: 'create_session', agentType: 'demo', cwd: gateway.dataDir })
    await client.ask({ type: 'delete_session', sessionId: (own.session as { id: string }).id })
    await client.ask({ type: 'delete_session', sessionId: id })
    await expect.poll(() => existsSync(cwd)).toBe(false)
    expect(existsSync(gateway.dataDir)).toBe(true)
  })

  it('are listed page by page', async () => {
    const gateway = await testGateway()
    const client = await TestClient.open(gateway)
    for (let n = 1; n <= 5; n++)
      await client.ask({ type: 'create_session', agentType: 'demo', name: `s${n}` })
    const first = await client.ask({ type: 'list_sessions', limit: 3 })
    const second = await client.ask({ type: 'list_sessions', limit: 3, cursor: first.next })
    const names = [...(first.sessions as { name: string }[]), ...(second.sessions as { name: string }[])].map(
      ({ name }) => name,
    )
    expect(names).toEqual(['s5', 's4', 's3', 's2', 's1'])
    expect(second.next).toBeNull()
  })
})

describe('a gateway that stops', () => {
  it('lets nobody in any more, not even who had begun to ask', async () => {
    const gateway = await testGateway({ dev: true })
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1')
    const answer = new Promise<string>((resolve) => {
      let said = ''
      socket.on('data', (chunk) => {
        said += chunk
      })
      socket.on('close', () => resolve(said))
    })
    const head = `GET /ws HTTP/1.1\r\nHost: ${new URL(gateway.url).host}\r\n`
    await new Promise<void>((resolve) => socket.write(head, () => resolve()))
    // Answered on another connection: what was written before has been read.
    await send(gateway, 'GET', '/livez')
    const closing = gateway.close('test')
    socket.write(
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    )
    expect(await answer).toMatch(/^HTTP\/1.1 503 /)
    await closing
  })
})

describe('reading back', () => {
  it('does not alter a payload on the way', async () => {
    const gateway = await testGateway()
    const payload = '{"type":"x","n":123456789012345678901234567890,"z":-0,"e":1e999}'
    const body = `{"session_id":"s","payload":${payload}}`
    expect((await send(gateway, 'POST', '/api/sessions/s/notify', { body })).status).toBe(204)
    const client = await TestClient.open(gateway)
    const raw = new Promise<string>((resolve) => client.ws.on('message', (data) => resolve(String(data))))
    client.send({ type: 'get_events', sessionId: 's', ref: 1 })
    expect(await raw).toContain(`"payload":${payload}`)
    expect(JSON.parse(await raw)).toMatchObject({ type: 'events', next: null, ref: 1 })
  })

  it('gives events and history page by page', async () => {
    const gateway = await testGateway()
    for (let n = 0; n < 5; n++) await postNotify(gateway, 's', { type: 'x', summary: `n${n}` })
    const client = await TestClient.open(gateway)
    const first = await client.ask({ type: 'get_events', sessionId: 's', limit: 4 })
    const second = await client.ask({ type: 'get_events', sessionId: 's', limit: 4, afterSeq: first.next })
    const all = [...(first.events as Frame[]), ...(second.events as Frame[])]
    expect(all.map((event) => event.seq)).toEqual([1, 2, 3, 4, 5, 6])
    expect(second.next).toBeNull()
    const newest = await client.ask({ type: 'get_history', sessionId: 's', limit: 2 })
    expect(newest.items).toMatchObject([{ content: 'n3' }, { content: 'n4' }])
    const older = await client.ask({ type: 'get_history', sessionId: 's', limit: 9, before: newest.next })
    expect(older.items).toMatchObject([{ content: 'n0' }, { content: 'n1' }, { content: 'n2' }])
  })
})
