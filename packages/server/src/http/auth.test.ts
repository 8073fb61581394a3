import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { SignalboxError } from '@signalbox/protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DEVELOPER, hooksOf, OWNER } from '../identity.js'
import { sendRequest, startTestGateway, TEST_HOOK_TOKEN, TEST_TOKEN } from './testing.js'

type Gateway = Awaited<ReturnType<typeof startTestGateway>>

let gateway: Gateway
let cookie: string

const routes: Parameters<typeof startTestGateway>[0] = {
  routes: (app) => {
    app.get('/api/who', async (request) => ({ who: request.identity }))
    app.post('/api/who', async (request) => ({ who: request.identity }))
    app.post('/hooks/who', { config: { hooks: true } }, async (request) => ({ who: request.identity }))
  },
}

async function start(dev = false): Promise<void> {
  gateway = await startTestGateway({ dev, ...routes })
  cookie = `signalbox_device=${(await gateway.devices.add('phone')).token}`
}

beforeEach(() => start())
afterEach(() => gateway.close())

describe('the token', () => {
  it('is the owner', async () => {
    expect((await gateway.ask('/api/who')).json()).toEqual({ who: OWNER })
    const headers = { authorization: `bearer   ${TEST_TOKEN} ` }
    expect((await gateway.ask('/api/who', { token: false, headers })).status).toBe(200)
  })

  it('is asked for with 401 when there is none', async () => {
    const answer = await gateway.ask('/api/who', { token: false })
    expect(answer.status).toBe(401)
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="signalbox"')
    expect(answer.json()).toMatchObject({ code: 'unauthorized', title: 'Token required' })
  })

  it.each(['wrong', `${TEST_TOKEN}x`, TEST_TOKEN.slice(1), ''])('is refused when it is %j', async (token) => {
    const answer = await gateway.ask('/api/who', { token })
    expect(answer.status).toBe(401)
    expect(answer.json()).toMatchObject({ title: 'Token refused' })
    expect(answer.text).not.toContain(TEST_TOKEN)
  })

  it('is never taken from the URL', async () => {
    expect((await gateway.ask(`/api/who?token=${TEST_TOKEN}`, { token: false })).status).toBe(401)
  })

  it('leaves the Authorization of other schemes to proxies', async () => {
    const headers = { authorization: 'Basic YTpi', cookie, origin: gateway.origin }
    expect((await gateway.ask('/api/who', { token: false, headers })).status).toBe(200)
  })

  it('makes a wrong attempt wait after ten, and lets the right one pass all the while', async () => {
    for (let count = 0; count < 10; count++)
      expect((await gateway.ask('/api/who', { token: 'wrong' })).status).toBe(401)
    gateway.time.now += 500
    const answer = await gateway.ask('/readyz', { token: 'wrong' })
    expect(answer.status).toBe(429)
    expect(answer.headers['retry-after']).toBe('60')
    expect(answer.json()).toMatchObject({ code: 'auth_rate_limited', retryAfterMs: 59_500 })
    expect((await gateway.ask('/api/who')).status).toBe(200)
    expect((await gateway.ask('/api/who', { token: false })).status).toBe(401)
    gateway.time.now += 60_000
    expect((await gateway.ask('/api/who', { token: 'wrong' })).status).toBe(401)
  })
})

describe('the token of hooks', () => {
  const hook = (path: string, method = 'GET') => gateway.ask(path, { method, token: TEST_HOOK_TOKEN })

  it('opens what is for hooks, as nobody who may do more', async () => {
    expect((await hook('/hooks/who', 'POST')).json()).toEqual({ who: hooksOf(OWNER) })
    expect((await gateway.ask('/hooks/who', { method: 'POST' })).json()).toEqual({ who: OWNER })
    expect((await gateway.ask('/hooks/who', { method: 'POST', token: false })).status).toBe(401)
  })

  it.each([
    ['GET', '/api/who'],
    ['POST', '/api/who'],
    ['GET', '/metrics'],
    ['POST', '/api/pairing'],
    ['GET', '/api/devices'],
    ['GET', '/nowhere'],
  ])('is refused for %s %s', async (method, path) => {
    const answer = await hook(path, method)
    expect([answer.status, answer.json().code]).toEqual([403, 'forbidden'])
  })

  it('tells no more than nobody is told where all may ask', async () => {
    gateway.health.log = { state: 'failing', reason: '/secret/path', check: 'not_needed' }
    expect((await hook('/readyz')).json()).toEqual({ status: 'failing' })
  })

  it('signs nobody in at /ws, and is no wrong attempt either', () => {
    const { authenticator } = gateway
    for (let count = 0; count < 12; count++)
      expect(() => authenticator.checkToken(TEST_HOOK_TOKEN, '10.0.0.2')).toThrow(/only brings events/)
  })

  it('is none where there is none', async () => {
    for (const token of ['\0', `${TEST_HOOK_TOKEN}x`, TEST_HOOK_TOKEN.slice(1)])
      expect(() => gateway.authenticator.checkToken(token, '10.0.0.3')).toThrow(/token is wrong/)
  })
})

describe('the cookie', () => {
  const get = (headers: Record<string, string>) => gateway.ask('/api/who', { token: false, headers })
  const post = (headers: Record<string, string>) =>
    gateway.ask('/api/who', { method: 'POST', token: false, headers, body: {} })

  it('is the device of the owner', async () => {
    const [device] = gateway.devices.list()
    const answer = await get({ cookie, origin: gateway.origin })
    expect(answer.json()).toEqual({ who: { ...OWNER, deviceId: device?.id } })
  })

  it('reads with a matching Origin or as a same-origin request', async () => {
    expect((await get({ cookie, 'sec-fetch-site': 'same-origin' })).status).toBe(200)
    expect((await get({ cookie, 'sec-fetch-site': 'same-site' })).status).toBe(401)
    expect((await get({ cookie, origin: 'http://evil.example' })).status).toBe(401)
    expect((await get({ cookie })).status).toBe(401)
  })

  it('changes state only with a matching Origin', async () => {
    expect((await post({ cookie, origin: gateway.origin })).status).toBe(200)
    expect((await post({ cookie, 'sec-fetch-site': 'same-origin' })).status).toBe(401)
    expect((await post({ cookie })).status).toBe(401)
    expect((await post({ cookie, origin: 'http://evil.example' })).status).toBe(403)
  })

  it('is refused once the device is revoked, but never keeps anyone from an open page', async () => {
    for (const { id } of gateway.devices.list()) await gateway.devices.remove(id)
    expect((await get({ cookie, origin: gateway.origin })).json()).toMatchObject({ title: 'Token refused' })
    const open = await gateway.ask('/readyz', { token: false, headers: { cookie, origin: gateway.origin } })
    expect([open.status, open.json()]).toEqual([200, { status: 'ok' }])
  })
})

describe('--dev', () => {
  beforeEach(async () => {
    await gateway.close()
    await start(true)
  })

  it('makes everyone the developer, with any token or none', async () => {
    for (const token of ['anything', false] as const) {
      expect((await gateway.ask('/api/who', { token })).json()).toEqual({ who: DEVELOPER })
    }
    expect(gateway.authenticator.checkToken('anything', '127.0.0.1')).toEqual(DEVELOPER)
  })

  it('keeps the guards', async () => {
    expect((await gateway.ask('/api/who', { headers: { host: 'evil.example' } })).status).toBe(403)
    expect(
      (await gateway.ask('/api/who', { method: 'POST', headers: { origin: 'http://evil.example' } })).status,
    ).toBe(403)
  })
})

describe('an upgrade', () => {
  /** What the authenticator says of a real handshake. */
  async function upgrade(headers: Record<string, string>): Promise<unknown> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    gateway.guards.listeningOn(port)
    const seen = new Promise<IncomingMessage>((resolve) => {
      server.on('upgrade', (request, socket) => {
        resolve(request)
        socket.destroy()
      })
    })
    const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    )
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(
      `GET /ws HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${lines.join('\r\n').replaceAll('SELF', `http://127.0.0.1:${port}`)}\r\n\r\n`,
    )
    try {
      return gateway.authenticator.identifyUpgrade(await seen)
    } catch (error) {
      return error instanceof SignalboxError ? error.kind : error
    } finally {
      server.close()
    }
  }

  it('needs the message when it brings nothing', async () => {
    expect(await upgrade({})).toBeNull()
    expect(await upgrade({ origin: 'SELF' })).toBeNull()
  })

  it('is signed in by the token or by the cookie with a matching Origin', async () => {
    expect(await upgrade({ authorization: `Bearer ${TEST_TOKEN}` })).toEqual(OWNER)
    expect(await upgrade({ cookie, origin: 'SELF' })).toMatchObject({
      userId: 'owner',
      deviceId: expect.any(String),
    })
    expect(await upgrade({ cookie })).toBeNull()
    expect(await upgrade({ cookie: 'signalbox_device=stale', origin: 'SELF' })).toBeNull()
  })

  it('is refused for a foreign Host or Origin, and a wrong token', async () => {
    expect(await upgrade({ host: 'evil.example' })).toBe('forbiddenHost')
    expect(await upgrade({ cookie, origin: 'http://evil.example' })).toBe('forbiddenOrigin')
    expect(await upgrade({ authorization: `Bearer ${TEST_TOKEN}`, origin: 'http://evil.example' })).toBe(
      'forbiddenOrigin',
    )
    expect(await upgrade({ authorization: 'Bearer wrong' })).toBe('authFailed')
    expect(await upgrade({ authorization: `Bearer ${TEST_HOOK_TOKEN}` })).toBe('unauthorized')
  })
})

it('judges the token of an authenticate message alike', () => {
  const { authenticator } = gateway
  expect(authenticator.checkToken(TEST_TOKEN, '10.0.0.1')).toEqual(OWNER)
  for (let count = 0; count < 10; count++)
    expect(() => authenticator.checkToken('wrong', '10.0.0.1')).toThrow(/token is wrong/)
  expect(() => authenticator.checkToken('wrong', '10.0.0.1')).toThrow(/Too many wrong attempts/)
  expect(authenticator.checkToken(TEST_TOKEN, '10.0.0.1')).toEqual(OWNER)
})

it('checks the Host before anything is known of the route', async () => {
  for (const path of ['/', '/livez', '/api/who', '/nowhere', '/%zz']) {
    const answer = await sendRequest(gateway.port, path, { headers: { host: 'evil.example' } })
    expect([path, answer.status, answer.json().code]).toEqual([path, 403, 'forbidden_host'])
  }
})
