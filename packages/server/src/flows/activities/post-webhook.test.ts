import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { SignalboxError } from '@signalbox/protocol'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ActivityRunner, ActivityTask } from '../activity-runner.js'
import { WebhookAddresses } from '../webhook-address.js'
import { postWebhook } from './post-webhook.js'
import { failure, testTask } from './testing.js'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const secrets = { of: async () => ({ secret }) }
const LIMIT_MS = 400
const TOKEN = `eyJ${'a1'.repeat(20)}.${'b2'.repeat(20)}`

interface Call {
  method: string | undefined
  url: string | undefined
  headers: IncomingMessage['headers']
  body: string
}

let answer: RequestListener
let calls: Call[] = []
let connections = 0
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { method, url, headers } = request
  calls.push({ method, url, headers, body: Buffer.concat(chunks).toString() })
  answer(request, response)
})
let origin = ''
let port = 0

beforeAll(async () => {
  server.on('connection', () => connections++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
  origin = `http://hooks.test:${port}`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})
beforeEach(() => {
  calls = []
  answer = (_request, response) => response.end('ok')
})

const lookups: string[] = []
const addresses = new WebhookAddresses({
  allow: ['hooks.test', '127.0.0.1', 'down.test'],
  ownPort: () => undefined,
  resolve: async (name) => {
    lookups.push(name)
    if (name === 'slow.example') await new Promise(() => undefined)
    if (!name.endsWith('.test')) throw new Error(`getaddrinfo ENOTFOUND ${name}`)
    return [{ address: '127.0.0.1', family: 4 }]
  },
})
/** It waits for what comes, however busy the machine is; the hasty one is for what does not come. */
const PATIENT_MS = 600_000
const hasty = (limits: { limitMs?: number; bodyMs?: number }) =>
  postWebhook({ secrets, addresses, now: Date.now, limitMs: PATIENT_MS, bodyMs: PATIENT_MS, ...limits })
const runner = hasty({})
const run = (
  config: Record<string, unknown>,
  more: Partial<ActivityTask> = {},
  signal = new AbortController().signal,
  by = runner,
) => by.run(testTask('post_webhook', { config: { url: `${origin}/in`, ...config }, ...more }), signal)
const runBy = (by: ActivityRunner, config: Record<string, unknown> = {}) => run(config, {}, undefined, by)
const status = (code: number, headers: Record<string, string> = {}): RequestListener => {
  return (_request, response) => void response.writeHead(code, headers).end(`said ${code}`)
}

describe('post_webhook', () => {
  it('posts the event, signed, with a key by which a repeat is known', async () => {
    const outcome = await run({ headers_json: '{"Authorization": "Bearer x", "X-Extra": "1"}' })
    expect(outcome).toEqual({ ok: true, response: { status: 200, headers: {}, body: 'ok' } })
    const [call] = calls
    expect(call).toMatchObject({
      method: 'POST',
      url: '/in',
      headers: {
        host: `hooks.test:${port}`,
        'content-type': 'application/json',
        'idempotency-key': 'ev-1/plan-created/0',
        'webhook-id': 'ev-1/plan-created/0',
        authorization: 'Bearer x',
        'x-extra': '1',
      },
    })
    const event = { type: 'notify_new_plan', summary: 'All "done"' }
    const body = { event_id: 'manual:1', trigger_id: 'plan-created', activity_id: 'post_webhook', event }
    expect(JSON.parse(call?.body ?? '')).toEqual(body)
    const headers = call?.headers as Record<string, string>
    expect(new Webhook(secret).verify(call?.body ?? '', headers)).toEqual(body)
  })

  it('posts what the template makes, as text or as JSON', async () => {
    await run({ body_template: 'Plan: {{summary}} – ready' })
    await run({ body_template: '{"text":"{{summary}}"}' })
    await run({ body_template: 'text={{summary}}', headers_json: '{"content-type":"text/x-odd"}' })
    expect(calls.map(({ body, headers }) => [headers['content-type'], body])).toEqual([
      ['text/plain; charset=utf-8', 'Plan: All "done" – ready'],
      ['application/json', '{"text":"All \\"done\\""}'],
      ['text/x-odd', 'text=All "done"'],
    ])
    expect(calls[0]?.headers['content-length']).toBe('26')
  })

  it('asks for the name once, and goes on with the connection it has', async () => {
    await run({})
    const [asked, connected] = [lookups.length, connections]
    await run({})
    expect(lookups.length - asked).toBe(1)
    expect(connections - connected).toBe(0)
  })

  it('lets no receiver wait for another, nor for its own', async () => {
    const held: (() => void)[] = []
    answer = (_request, response) => void held.push(() => response.end('ok'))
    const all = Array.from({ length: runner.concurrency }, () => run({}))
    await expect.poll(() => held.length).toBe(runner.concurrency)
    for (const release of held) release()
    expect((await Promise.all(all)).every(({ ok }) => ok)).toBe(true)
  })

  it('can be told of any trigger', async () => {
    await run({}, { deliveryId: 'ev-1/plan ✓ \ud800\r\nx: y/0' })
    expect(calls[0]?.headers['idempotency-key']).toBe('ev-1/plan%20%E2%9C%93%20%uD800%0D%0Ax:%20y/0')
    expect(calls[0]?.headers.x).toBeUndefined()
  })

  it('keeps what was answered', async () => {
    answer = (_request, response) =>
      void response
        .writeHead(202, { 'content-type': 'text/plain', 'set-cookie': 'a=b', 'x-request-id': 'r1' })
        .end('taken \x1b[31mred\x1b[0m\u0007')
    expect(await run({})).toEqual({
      ok: true,
      response: {
        status: 202,
        headers: { 'content-type': 'text/plain', 'x-request-id': 'r1' },
        body: 'taken red',
      },
    })
    answer = (_request, response) => response.end(Buffer.from([0xff, 0xd8, 0, 1]))
    expect(await run({})).toMatchObject({ response: { body: '(4 bytes that are no text)' } })
  })

  it('keeps no secret of what was answered', async () => {
    answer = (_request, response) =>
      void response
        .writeHead(302, {
          location: 'https://a:pa55word@b.example/',
          'x-request-id': `${'r'.repeat(470)} ${TOKEN}`,
        })
        .end('{"password":"s3cret-1","echo":"Bearer abcdefgh12345678"}')
    const outcome = await run({})
    expect(JSON.stringify(outcome)).not.toMatch(/pa55word|s3cret|abcdefgh|eyJ/)
    expect(outcome.response).toMatchObject({
      status: 302,
      headers: { location: 'https://[redacted]@b.example/' },
    })
  })

  it('reads no more of an answer than it keeps, and waits for no end of it', async () => {
    answer = (_request, response) => response.end('ä'.repeat(4_000_000))
    expect(await run({})).toMatchObject({
      ok: true,
      response: { body: 'ä'.repeat(2048), truncated: true },
    })
    answer = (_request, response) => void response.write('more to come')
    expect(await runBy(hasty({ bodyMs: 100 }))).toMatchObject({
      ok: true,
      response: { body: 'more to come', truncated: true },
    })
    answer = (_request, response) => void response.write('x', () => response.destroy())
    expect(await run({})).toMatchObject({ ok: true, response: { body: 'x', truncated: true } })
  })

  it.each([
    [500, true],
    [503, true],
    [429, true],
    [400, true],
    [404, true],
    [410, false],
  ])('after %i: another attempt %s', async (code, retry) => {
    answer = status(code)
    expect(await run({})).toMatchObject({
      ok: false,
      retry,
      response: { status: code, body: `said ${code}` },
    })
  })

  it('waits as long as it is told to', async () => {
    answer = status(429, { 'retry-after': '17' })
    expect(await run({})).toMatchObject({ retry: true, afterMs: 17_000 })
  })

  it('follows no redirect', async () => {
    answer = status(307, { location: `${origin}/other` })
    expect(failure(await run({}))).toMatchObject({
      retry: false,
      error: `the receiver answered 307: redirects are not followed (to ${origin}/other)`,
    })
    expect(calls.map(({ url }) => url)).toEqual(['/in'])
  })

  it('tries again where nobody answers', async () => {
    answer = () => undefined
    const short = hasty({ limitMs: LIMIT_MS })
    const late = failure(await runBy(short))
    expect([late.retry, late.error]).toEqual([true, 'the receiver did not answer within 0.4 s'])
    answer = (request) => request.socket.destroy()
    expect(failure(await run({}))).toMatchObject({
      retry: true,
      error: expect.stringContaining('socket hang up'),
    })
    // A port that was just let go.
    const gone = createSocketServer()
    await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve))
    const { port: free } = gone.address() as AddressInfo
    await new Promise((resolve) => gone.close(resolve))
    const down = failure(await run({ url: `http://down.test:${free}/` }))
    expect([down.retry, down.error]).toEqual([
      true,
      `the receiver cannot be reached: connect ECONNREFUSED 127.0.0.1:${free}`,
    ])
    expect(failure(await run({ url: 'http://nowhere.example/' })).retry).toBe(true)
    expect(failure(await runBy(short, { url: 'http://slow.example/' }))).toMatchObject({
      retry: true,
      error: 'the receiver did not answer within 0.4 s',
    })
  })

  it('was not tried where its name could not even be asked for', async () => {
    const begun: string[] = []
    const busy = new WebhookAddresses({
      allow: ['hooks.test'],
      ownPort: () => undefined,
      patienceMs: 1,
      resolve: (name) => {
        begun.push(name)
        return new Promise(() => undefined)
      },
    })
    const waiting = postWebhook({ secrets, addresses: busy, now: Date.now, limitMs: LIMIT_MS })
    const to = (url: string) =>
      waiting.run(testTask('post_webhook', { config: { url } }), new AbortController().signal)
    const slow = ['http://one.example/', 'http://two.example/'].map(to)
    expect(await to(origin)).toEqual({
      ok: false,
      retry: true,
      uncounted: true,
      error: 'hooks.test was not asked for yet: other names take long',
    })
    // What goes to an address waits for no name.
    expect(await to(`http://127.0.0.1:${port}/`)).toMatchObject({ ok: false, retry: false })
    for (const one of slow) expect(failure(await one).uncounted).toBeUndefined()
    expect(begun).toEqual(['one.example', 'two.example'])
    expect(calls).toEqual([])
  })

  it('has its whole time from when its name is asked for', async () => {
    const answers: (() => void)[] = []
    const addresses = new WebhookAddresses({
      allow: ['hooks.test'],
      ownPort: () => undefined,
      resolve: () =>
        new Promise((resolve) => answers.push(() => resolve([{ address: '127.0.0.1', family: 4 }]))),
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const slow = postWebhook({ secrets, addresses, now: Date.now, limitMs: 1000 })
    for (const name of ['one.example', 'two.example'])
      void addresses.find(`http://${name}/`).catch(() => undefined)
    const outcome = slow.run(
      testTask('post_webhook', { config: { url: origin } }),
      new AbortController().signal,
    )
    await vi.advanceTimersByTimeAsync(900)
    answers[0]?.()
    await vi.advanceTimersByTimeAsync(900)
    answers[2]?.()
    expect(await outcome).toMatchObject({ ok: true })
  })

  it('takes an answer that is no HTTP for none', async () => {
    const odd = createSocketServer((socket) => {
      socket.on('error', () => undefined)
      socket.resume()
      socket.end('SSH-2.0-OpenSSH\r\n')
    })
    await new Promise<void>((resolve) => odd.listen(0, '127.0.0.1', resolve))
    const { port: at } = odd.address() as AddressInfo
    expect(failure(await run({ url: `http://127.0.0.1:${at}/` }))).toMatchObject({ retry: true })
    // Nor has it a certificate.
    expect(failure(await run({ url: `https://127.0.0.1:${at}/` }))).toMatchObject({
      retry: true,
      error: expect.stringContaining('it does not speak TLS'),
    })
    await new Promise((resolve) => odd.close(resolve))
  })

  it.each([
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'],
    ['word after word', 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(50)],
  ])('does not wait for ever where %s comes in place of an answer', async (_, said) => {
    const odd = createSocketServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.write(said))
    })
    await new Promise<void>((resolve) => odd.listen(0, '127.0.0.1', resolve))
    const { port: at } = odd.address() as AddressInfo
    const short = hasty({ limitMs: LIMIT_MS })
    expect(failure(await runBy(short, { url: `http://127.0.0.1:${at}/` }))).toMatchObject({ retry: true })
    await new Promise((resolve) => odd.close(resolve))
  })

  it('was not tried where its secret cannot be kept', async () => {
    const full = postWebhook({
      ...{ addresses, now: Date.now },
      secrets: {
        of: () =>
          Promise.reject(new SignalboxError('unavailable', 'the event log cannot be written right now')),
      },
    })
    const task = testTask('post_webhook', { config: { url: `${origin}/in` } })
    expect(failure(await full.run(task, new AbortController().signal))).toMatchObject({
      ...{ retry: true, uncounted: true },
      error: 'the event log cannot be written right now',
    })
    expect(calls).toEqual([])
  })

  it.each([
    [{ headers_json: '{"Host": "evil"}' }, 'headers_json must not set Host'],
    [{ headers_json: '{"X": "a\\r\\nHost: evil"}' }, 'headers_json gives X a value'],
    [{ headers_json: 'nonsense' }, 'headers_json must be a JSON object'],
    [{ url: 'http://127.0.0.2/' }, 'SIGNALBOX_WEBHOOK_ALLOW'],
    [{ url: 'http://0x7f.1/' }, '127.0.0.1'],
    [{ url: 'gopher://hooks.test/' }, 'https://'],
    [{ url: undefined }, 'url must be'],
  ])('gives up at %j', async (config, said) => {
    const { retry, error } = failure(await run(config))
    expect(retry).toBe(false)
    expect(error).toContain(said)
    expect(calls).toEqual([])
  })

  it('ends when the gateway does, and is tried again then', async () => {
    answer = () => stop.abort()
    const stop = new AbortController()
    expect(await run({}, {}, stop.signal)).toEqual({
      ok: false,
      retry: true,
      error: 'the gateway is stopping',
    })
  })
})
