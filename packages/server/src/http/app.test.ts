import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { SignalboxError } from '@signalbox/protocol'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sendBytes, startTestGateway, TEST_TOKEN } from './testing.js'

let gateway: Awaited<ReturnType<typeof startTestGateway>>

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  gateway = await startTestGateway({
    routes: (app) => {
      app.post('/api/echo', async (request) => ({ got: request.body ?? null }))
      app.put('/api/echo', async () => ({}))
      app.register(async (door) => {
        door.removeAllContentTypeParsers()
        door.addContentTypeParser('*', (_request, _payload, done) => done(null))
        const options = { config: { stream: true } }
        door.post('/api/endless', options, (_request, reply) => reply.hijack().raw.flushHeaders())
        door.post('/api/choosy', options, async () => {
          throw new SignalboxError('notAcceptable', 'Accept must allow something else.')
        })
        door.post('/api/pending', options, (_request, reply) => void reply.hijack())
        door.post('/api/raw', async (request) => {
          let bytes = 0
          for await (const chunk of request.raw) bytes += (chunk as Buffer).length
          return { bytes }
        })
      })
      app.get('/api/broken', async () => {
        throw new Error('secret in /etc/passwd')
      })
      app.get('/api/taken', async () => {
        throw new SignalboxError('requestResolved', 'Ada answered first.', { details: { by: 'ada' } })
      })
      app.get('/api/odd', async () => Promise.reject('just text'))
      app.get('/api/things/:id', async () => ({}))
      app.get('/api/flow', { config: { stream: true } }, (request, reply) => {
        reply.hijack()
        reply.raw.writeHead(200, {
          ...(reply.getHeaders() as Record<string, string>),
          'content-type': 'text/event-stream',
        })
        reply.raw.write(`: ${request.identity?.userId}\n\n`)
      })
      app.get('/api/half', (_request, reply) => {
        reply.raw.write('half')
        reply.send(new Error('then it broke'))
      })
    },
  })
})
afterEach(async () => {
  await gateway.close()
  vi.useRealTimers()
})

async function problemOf(path: string, ask?: Parameters<typeof gateway.ask>[1]) {
  const answer = await gateway.ask(path, ask)
  expect(answer.headers['content-type']).toBe('application/problem+json')
  expect(answer.json()).toMatchObject({
    status: answer.status,
    type: expect.stringMatching(/^urn:signalbox:error:/),
  })
  return { ...answer, code: answer.json().code, ...answer.json() } as typeof answer & Record<string, unknown>
}

describe('every answer', () => {
  it.each(['/livez', '/', '/api/nowhere', '/api/broken', '/%zz'])(
    'of %s carries the security headers',
    async (path) => {
      for (const token of [TEST_TOKEN, 'wrong', false] as const) {
        const { headers } = await gateway.ask(path, { token, headers: { origin: 'http://evil.example' } })
        expect(headers).toMatchObject({
          'content-security-policy':
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
          'x-frame-options': 'DENY',
          'cross-origin-opener-policy': 'same-origin',
          'cross-origin-resource-policy': 'same-origin',
          'cache-control': 'no-store',
        })
        expect(
          Object.keys(headers).filter((name) => /^(access-control|x-powered-by|server$)/.test(name)),
        ).toEqual([])
      }
    },
  )

  it('is logged once, by route, also when it is refused', async () => {
    await gateway.ask('/api/things/secret-id?token=abc')
    await gateway.ask('/api/nowhere?token=abc', { token: false })
    await expect
      .poll(() => gateway.entries)
      .toEqual([
        expect.objectContaining({
          method: 'GET',
          route: '/api/things/:id',
          status: 200,
          user: 'owner',
          bytes: 2,
          remote: '127.0.0.1',
        }),
        expect.objectContaining({ route: null, status: 401, user: null }),
      ])
    expect(JSON.stringify(gateway.entries)).not.toMatch(/secret-id|abc/)
  })
})

describe('failures', () => {
  it('carry the row of the table and its details', async () => {
    const taken = await problemOf('/api/taken')
    expect(taken).toMatchObject({
      status: 409,
      code: 'request_already_resolved',
      by: 'ada',
      detail: 'Ada answered first.',
    })
  })

  it('nobody foresaw tell the client nothing and the owner everything', async () => {
    for (const path of ['/api/broken', '/api/odd']) {
      const answer = await problemOf(path)
      expect([answer.status, answer.code]).toEqual([500, 'internal_error'])
      expect(answer.text).not.toMatch(/secret|passwd|just text|\.js/)
    }
    expect(gateway.faults).toEqual([new Error('secret in /etc/passwd'), 'just text'])
  })

  it('cut off an answer that is half out', async () => {
    await expect(gateway.ask('/api/half')).rejects.toThrow()
  })

  it('say 404 for an unknown address and 405 with Allow for a wrong method', async () => {
    expect(await problemOf('/api/nowhere')).toMatchObject({ status: 404, code: 'not_found' })
    const wrong = await problemOf('/api/echo?x=1', { method: 'DELETE' })
    expect([wrong.status, wrong.code, wrong.headers.allow]).toEqual([405, 'method_not_allowed', 'PUT, POST'])
    expect((await problemOf('/api/things/x', { method: 'OPTIONS' })).headers.allow).toBe('GET, HEAD')
    expect((await problemOf('/api/nowhere', { method: 'POST', body: '{broken' })).status).toBe(404)
  })

  it('tell nobody without the token what exists', async () => {
    expect((await problemOf('/api/nowhere', { token: false })).status).toBe(401)
    expect((await problemOf('/api/echo', { token: false, method: 'DELETE' })).status).toBe(401)
    expect((await problemOf('/%zz', { token: false })).status).toBe(401)
  })

  it('of the router are problems too', async () => {
    expect(await problemOf('/%zz')).toMatchObject({ status: 400, code: 'invalid_request' })
    const long = await problemOf(`/api/things/${'x'.repeat(600)}`)
    expect([long.status, long.text.includes('xxx')]).toEqual([400, false])
  })
})

describe('bodies', () => {
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    gateway.ask('/api/echo', { method: 'POST', body, headers })

  it('are JSON, or nothing', async () => {
    expect((await post({ a: [1] })).json()).toEqual({ got: { a: [1] } })
    expect((await post('')).json()).toEqual({ got: null })
    expect((await post(undefined)).json()).toEqual({ got: null })
    expect((await post('{"a":')).json()).toMatchObject({
      status: 400,
      code: 'invalid_request',
      title: 'Not valid JSON',
    })
    expect((await post('a=1', { 'content-type': 'text/plain' })).json()).toMatchObject({ status: 415 })
    expect((await post('a=1', { 'content-type': '!' })).json()).toMatchObject({ status: 415 })
  })

  it('are at most 1 MiB long and 64 deep', async () => {
    expect((await post(JSON.stringify('x'.repeat((1 << 20) - 2)))).status).toBe(200)
    expect((await post(JSON.stringify('x'.repeat((1 << 20) - 1)))).json()).toMatchObject({
      status: 413,
      code: 'payload_too_large',
    })
    expect((await post('['.repeat(64) + ']'.repeat(64))).status).toBe(200)
    expect((await post('['.repeat(65) + ']'.repeat(65))).json()).toMatchObject({
      status: 400,
      code: 'invalid_request',
    })
  })

  it('poison no prototype', async () => {
    expect((await post('{"a":1,"__proto__":{"admin":true}}')).text).toBe('{"got":{"a":1}}')
  })
})

describe('the wire', () => {
  const head = () => `Host: 127.0.0.1:${gateway.port}\r\nAuthorization: Bearer ${TEST_TOKEN}\r\n`

  it('answers what is no HTTP in plain text and lives on', async () => {
    expect(await sendBytes(gateway.port, 'nonsense\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    const long = `GET / HTTP/1.1\r\n${head()}X-Long: ${'x'.repeat(20_000)}\r\n\r\n`
    expect(await sendBytes(gateway.port, long)).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/)
    expect(await sendBytes(gateway.port, `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${head()}\r\n`)).toMatch(
      /^HTTP\/1\.1 431 /,
    )
    expect((await gateway.ask('/livez')).status).toBe(200)
  })

  it('refuses HTTP/1.0 without a Host', async () => {
    expect(await sendBytes(gateway.port, 'GET /livez HTTP/1.0\r\n\r\n')).toContain('forbidden_host')
  })

  it('has a deadline for headers, and none of Node for whole requests', () => {
    expect(gateway.app.server.headersTimeout).toBe(30_000)
    expect(gateway.app.server.requestTimeout).toBe(0)
  })

  it.each([
    ['/api/echo', TEST_TOKEN, ' 408 Request Timeout'],
    ['/api/raw', TEST_TOKEN, ' 408 Request Timeout'],
    ['/api/echo', 'wrong', ' 401 Unauthorized'],
    ['/api/endless', 'wrong', ' 401 Unauthorized'],
    ['/api/endless', TEST_TOKEN, undefined],
    ['/api/choosy', TEST_TOKEN, ' 406 Not Acceptable'],
    ['/api/pending', TEST_TOKEN, ' 408 Request Timeout'],
  ])('waits 30 s for the body of %s with the token %s', async (path, token, answer) => {
    const socket = connect(gateway.port, '127.0.0.1')
    const told = new Promise<string>((resolve) => {
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk.toString()
      })
      socket.on('close', () => resolve(text))
    })
    const arrived = once(gateway.app.server, 'request')
    const answered = answer?.startsWith(' 408') ? undefined : once(socket, 'data')
    const headers = `Host: localhost:${gateway.port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json`
    socket.write(`POST ${path} HTTP/1.1\r\n${headers}\r\nContent-Length: 10\r\n\r\n{`)
    const [request] = (await arrived) as [IncomingMessage]
    await answered
    gateway.time.clock = 29_999
    vi.advanceTimersByTime(5_000)
    expect(request.socket.writable).toBe(true)
    gateway.time.clock = 30_000
    vi.advanceTimersByTime(5_000)
    expect(request.socket.writable).toBe(answer === undefined)
    if (answer === undefined) socket.destroy()
    expect((await told).split('\r\n')[0]).toBe(`HTTP/1.1${answer ?? ' 200 OK'}`)
    expect(gateway.faults).toEqual([])
  })
})

describe('a client that leaves in the middle of its body', () => {
  it.each(['/api/echo', '/api/raw'])('of %s is noted and is no fault', async (path) => {
    const socket = connect(gateway.port, '127.0.0.1')
    const head = `Host: localhost:${gateway.port}\r\nAuthorization: Bearer ${TEST_TOKEN}\r\nContent-Type: application/json\r\n`
    const arrived = new Promise((resolve) => gateway.app.server.once('request', resolve))
    socket.write(`POST ${path} HTTP/1.1\r\n${head}Content-Length: 10\r\n\r\n{`)
    await arrived
    socket.destroy()
    await expect.poll(() => gateway.entries).toEqual([expect.objectContaining({ route: path, status: 499 })])
    await gateway.ask('/livez')
    expect(gateway.faults).toEqual([])
  })
})

describe('streams', () => {
  it('begin with the security headers and are logged when the reader leaves', async () => {
    const text = await new Promise<string>((resolve) => {
      const socket = connect(gateway.port, '127.0.0.1')
      socket.write(
        `GET /api/flow HTTP/1.1\r\nHost: localhost:${gateway.port}\r\nAuthorization: Bearer ${TEST_TOKEN}\r\n\r\n`,
      )
      let seen = ''
      socket.on('data', (chunk) => {
        seen += chunk.toString()
        if (!seen.includes(': owner')) return
        resolve(seen)
        gateway.time.clock = 5_000
        socket.destroy()
      })
    })
    expect(text).toMatch(/content-security-policy: default-src 'none'/i)
    await expect
      .poll(() => gateway.entries)
      .toEqual([
        expect.objectContaining({
          route: '/api/flow',
          status: 200,
          ms: 5_000,
          bytes: null,
          remote: '127.0.0.1',
          user: 'owner',
        }),
      ])
  })

  it('answer HEAD at once', async () => {
    expect((await gateway.ask('/api/flow', { method: 'HEAD' })).status).toBe(200)
    expect((await gateway.ask('/api/flow', { method: 'HEAD', token: false })).status).toBe(401)
  })
})
