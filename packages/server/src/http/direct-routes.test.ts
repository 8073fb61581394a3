import { EventEmitter, once } from 'node:events'
import { connect } from 'node:net'
import { SignalboxError } from '@signalbox/protocol'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { DirectCall } from './direct-routes.js'
import { SECURITY_HEADERS } from './security-headers.js'
import { startTestGateway, TEST_TOKEN } from './testing.js'

/** A gateway with one direct route that does what it is told to. */
async function gatewayThat(serve: (call: DirectCall) => Promise<void>) {
  const gateway = await startTestGateway({
    routes: (app) => {
      const route = { method: 'POST', path: '/api/things/:id/poke', serve }
      app.direct.add(route)
      app.post(route.path, app.direct.behindRouter(route))
      app.get('/api/things/:id/poke', async () => ({ framework: true }))
    },
  })
  onTestFinished(() => gateway.close())
  return gateway
}

const echo = async ({ response, identity, id }: DirectCall) => {
  response.setHeader('content-length', String(Buffer.byteLength(id)))
  response.writeHead(200, { 'x-user': identity.userId }).end(id)
}

describe('a direct route', () => {
  it.each([
    ['/api/things/a/poke', 'a'],
    ['/api/things/a%20b%2Fc/poke', 'a b/c'],
    ['/api/things/a/poke?x=/1', 'a'],
    ['/api/things/poke/poke', 'poke'],
    ['/api/things//poke', ''],
  ])('takes %s', async (path, id) => {
    const gateway = await gatewayThat(echo)
    const answer = await gateway.ask(path, { method: 'POST' })
    expect([answer.status, answer.text, answer.headers['x-user']]).toEqual([200, id, 'owner'])
  })

  it.each(['/api/things/poke', '/api/things/a/b/poke', '/api/things/a/poke/', '/api/thing'])(
    'leaves %s to others',
    async (path) => {
      const gateway = await gatewayThat(echo)
      expect((await gateway.ask(path, { method: 'POST' })).status).toBe(404)
    },
  )

  it.each(['/api/%74hings/a/poke', '/api/things/a/p%6Fke', '/api/things/a/poke#part'])(
    'is found by the router where it is written otherwise: %s',
    async (path) => {
      const gateway = await gatewayThat(echo)
      const answer = await gateway.ask(path, { method: 'POST' })
      expect([answer.status, answer.text, answer.headers['x-user']]).toEqual([200, 'a', 'owner'])
      expect(gateway.entries).toMatchObject([{ status: 200, route: '/api/things/:id/poke', user: 'owner' }])
    },
  )

  it('takes its address in absolute form', async () => {
    const gateway = await gatewayThat(echo)
    const { origin } = gateway
    expect((await gateway.ask(`${origin}/api/things/a/poke`, { method: 'POST' })).text).toBe('a')
    const refused = await gateway.ask(`${origin}/api/things/a/poke`, { method: 'POST', token: false })
    expect(refused.json()).toMatchObject({ status: 401, code: 'unauthorized' })
  })

  it('answers a failure the router came upon in the same form', async () => {
    const gateway = await gatewayThat(async () => {
      throw new SignalboxError('conflict', 'used already', { field: 'event_id' })
    })
    const answer = await gateway.ask('/api/%74hings/a/poke', { method: 'POST' })
    expect(answer.json()).toMatchObject({ status: 409, code: 'conflict', field: 'event_id' })
    expect(answer.headers).toMatchObject(SECURITY_HEADERS)
  })

  it('shares its path with other methods, and is named where one is missing', async () => {
    const gateway = await gatewayThat(echo)
    expect((await gateway.ask('/api/things/a/poke')).json()).toEqual({ framework: true })
    const refused = await gateway.ask('/api/things/a/poke', { method: 'DELETE' })
    expect(refused.status).toBe(405)
    expect(refused.headers.allow?.split(', ').sort()).toEqual(['GET', 'HEAD', 'POST'])
  })

  it.each([
    ['without a token', { token: false as const }, 401, 'unauthorized'],
    ['with a wrong token', { token: 'wrong' }, 401, 'unauthorized'],
    ['from a foreign page', { headers: { origin: 'http://evil.example' } }, 403, 'forbidden_origin'],
    ['to a foreign name', { headers: { host: 'evil.example' } }, 403, 'forbidden_host'],
  ])('refuses a request %s like any other', async (_what, ask, status, code) => {
    const gateway = await gatewayThat(echo)
    const answer = await gateway.ask('/api/things/a/poke', { method: 'POST', ...ask })
    expect([answer.status, answer.json().code]).toEqual([status, code])
    expect(answer.headers).toMatchObject({ ...SECURITY_HEADERS, 'content-type': 'application/problem+json' })
  })

  it.each([
    ['/api/things/%zz/poke', 'The URL is not valid.'],
    [`/api/things/${'a'.repeat(513)}/poke`, 'A part of the URL is too long.'],
  ])('refuses what cannot be an id, after the token: %s', async (path, detail) => {
    const gateway = await gatewayThat(echo)
    const answer = await gateway.ask(path, { method: 'POST' })
    expect([answer.status, answer.json().code, answer.json().detail]).toEqual([
      400,
      'invalid_request',
      detail,
    ])
    expect((await gateway.ask(path, { method: 'POST', token: false })).status).toBe(401)
  })

  it('answers a failure with its row of the table, and a fault with nothing of it', async () => {
    const fault = new Error('secret in /etc/passwd')
    const failures: unknown[] = [new SignalboxError('conflict', 'used already', { field: 'event_id' }), fault]
    const gateway = await gatewayThat(async () => {
      throw failures.shift()
    })
    const refused = await gateway.ask('/api/things/a/poke', { method: 'POST' })
    expect(refused.json()).toMatchObject({ status: 409, code: 'conflict', field: 'event_id' })
    const broken = await gateway.ask('/api/things/a/poke', { method: 'POST' })
    expect([broken.status, broken.text.includes('secret')]).toEqual([500, false])
    expect(gateway.faults).toEqual([fault])
  })

  it('is counted and logged once, with who sent it', async () => {
    const gateway = await gatewayThat(echo)
    await gateway.ask('/api/things/abc/poke', { method: 'POST' })
    await gateway.ask('/api/things/abc/poke', { method: 'POST', token: false })
    const told = { method: 'POST', route: '/api/things/:id/poke', remote: '127.0.0.1' }
    expect(gateway.entries).toMatchObject([
      { ...told, status: 200, bytes: 3, user: 'owner' },
      { ...told, status: 401, user: null },
    ])
    const metrics = await gateway.ask('/metrics')
    expect(metrics.text).toContain(
      'signalbox_http_requests_total{method="POST",route="/api/things/:id/poke",status="200"} 1',
    )
  })

  it('ends its connection with the answer while the gateway closes', async () => {
    const calls = new EventEmitter()
    const gateway = await gatewayThat(async (call) => {
      calls.emit('begun')
      if (call.id === 'slow') await once(calls, 'go on')
      await echo(call)
    })
    const socket = connect(gateway.port, '127.0.0.1')
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => void chunks.push(chunk))
    const poke = async (id: string) => {
      const begun = once(calls, 'begun')
      socket.write(
        `POST /api/things/${id}/poke HTTP/1.1\r\nHost: 127.0.0.1:${gateway.port}\r\nAuthorization: Bearer ${TEST_TOKEN}\r\nContent-Length: 0\r\n\r\n`,
      )
      await begun
    }
    await poke('slow')
    const closed = gateway.close()
    await poke('after')
    calls.emit('go on')
    await Promise.all([once(socket, 'close'), closed])
    const [slow, after] = Buffer.concat(chunks)
      .toString()
      .split(/(?=HTTP\/1.1 200 OK)/)
    expect(slow).not.toMatch(/^connection: close/im)
    expect(after).toMatch(/^connection: close/im)
  })
})
