import { SignalboxError } from '@signalbox/protocol'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Ask, startTestGateway } from './testing.js'

let gateway: Awaited<ReturnType<typeof startTestGateway>>

beforeEach(async () => {
  gateway = await startTestGateway()
})
afterEach(() => gateway.close())

async function issue(): Promise<string> {
  return String((await gateway.ask('/api/pairing', { method: 'POST' })).json().code)
}

const pair = (body: unknown, headers: Ask['headers'] = { origin: gateway.origin }) =>
  gateway.ask('/pair', { method: 'POST', token: false, body, headers })

function cookieOf(answer: Awaited<ReturnType<typeof pair>>): string {
  return answer.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
}

it('gives a code and its link, with the code in the fragment', async () => {
  const answer = await gateway.ask('/api/pairing', { method: 'POST' })
  const { code, link, expiresAt } = answer.json()
  expect(answer.status).toBe(200)
  expect(link).toBe(`/pair#${String(code)}`)
  expect(expiresAt).toBe(gateway.time.now + 600_000)
  expect((await gateway.ask('/api/pairing', { method: 'POST', token: false })).status).toBe(401)
})

it('pairs a browser, which then reads, writes and is listed', async () => {
  const answer = await pair({ code: await issue(), name: '  Ada\u2019s \u001b[31mphone\u202e ' })
  expect(answer.status).toBe(200)
  expect(answer.headers['set-cookie']).toEqual([
    expect.stringMatching(
      /^signalbox_device=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Strict$/,
    ),
  ])
  const { device } = answer.json()
  expect(device).toEqual({
    id: expect.any(String),
    name: 'Ada\u2019s [31mphone',
    createdAt: gateway.time.now,
  })
  const headers = { cookie: cookieOf(answer), origin: gateway.origin }
  const seen = { lastSeenAt: gateway.time.now + 60_000 }
  gateway.time.now += 60_000
  expect((await gateway.ask('/api/devices', { token: false, headers })).json()).toEqual({
    devices: [{ ...(device as object), ...seen, current: true }],
  })
  gateway.time.now += 60_000
  expect((await gateway.ask('/api/devices')).json()).toEqual({
    devices: [{ ...(device as object), ...seen }],
  })
  expect((await gateway.ask('/api/pairing', { method: 'POST', token: false, headers })).status).toBe(200)
})

it('marks the cookie Secure where the page came over TLS', async () => {
  const headers = { origin: gateway.origin.replace('http:', 'https:') }
  expect((await pair({ code: await issue() }, headers)).headers['set-cookie']?.[0]).toContain('; Secure')
})

it('names a device that says nothing of itself, and cuts a long name', async () => {
  expect((await pair({ code: await issue() })).json()).toMatchObject({ device: { name: 'browser' } })
  const long = await pair({ code: await issue(), name: '🚂'.repeat(200) })
  expect(long.json()).toMatchObject({ device: { name: '🚂'.repeat(80) } })
})

it('takes a code once, and makes a guesser wait', async () => {
  const code = await issue()
  expect((await pair({ code })).status).toBe(200)
  const second = await pair({ code })
  expect([second.status, second.headers['set-cookie']]).toEqual([401, undefined])
  expect(second.json()).toMatchObject({ code: 'unauthorized', field: 'code' })
  for (let count = 0; count < 9; count++) expect((await pair({ code: 'wrong' })).status).toBe(401)
  const next = await issue()
  const blocked = await pair({ code: next })
  expect([blocked.status, blocked.headers['retry-after']]).toEqual([429, '60'])
  gateway.time.now += 60_000
  expect((await pair({ code: next })).status).toBe(200)
})

it.each([[undefined], [{}], [[]], ['null'], [{ code: 7 }], [{ code: 'x', name: 7 }]])(
  'refuses the body %j',
  async (body) => {
    const answer = await pair(body)
    expect([answer.status, answer.headers['content-type']]).toEqual([400, 'application/problem+json'])
  },
)

it('refuses a foreign page', async () => {
  expect((await pair({ code: await issue() }, { origin: 'http://evil.example' })).json()).toMatchObject({
    code: 'forbidden_origin',
  })
})

it('revokes a device, by itself or by the token', async () => {
  const first = await pair({ code: await issue() })
  const second = await pair({ code: await issue() })
  const [a, b] = gateway.devices.list()
  const byCookie = { token: false, headers: { cookie: cookieOf(first), origin: gateway.origin } } as const
  const own = await gateway.ask(`/api/devices/${a?.id}`, { method: 'DELETE', ...byCookie })
  expect([own.status, own.text, own.headers['set-cookie']?.[0]]).toEqual([
    204,
    '',
    expect.stringContaining('Max-Age=0'),
  ])
  expect((await gateway.ask('/api/devices', byCookie)).status).toBe(401)
  const other = await gateway.ask(`/api/devices/${b?.id}`, { method: 'DELETE' })
  expect([other.status, other.headers['set-cookie']]).toEqual([204, undefined])
  expect(gateway.devices.identify(cookieOf(second).split('=')[1] ?? '')).toBeNull()
  const unknown = await gateway.ask(`/api/devices/${b?.id}`, { method: 'DELETE' })
  expect([unknown.status, unknown.json().code]).toEqual([404, 'not_found'])
})

it('says so when the log cannot be written', async () => {
  const code = await issue()
  gateway.records.failure = new SignalboxError('unavailable')
  const answer = await pair({ code })
  expect([answer.status, answer.json().code, answer.headers['set-cookie']]).toEqual([
    503,
    'service_unavailable',
    undefined,
  ])
})

it('lets no code or token into the access log', async () => {
  const code = await issue()
  const answer = await pair({ code })
  await gateway.ask(`/pair?code=${code}`, { token: false })
  await expect.poll(() => gateway.entries.length).toBe(3)
  const log = JSON.stringify(gateway.entries)
  expect(log).not.toContain(code)
  expect(log).not.toContain(cookieOf(answer).slice(-20))
})
