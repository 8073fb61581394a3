import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestGateway } from './testing.js'

let gateway: Awaited<ReturnType<typeof startTestGateway>>

beforeEach(async () => {
  gateway = await startTestGateway()
})
afterEach(() => gateway.close())

it('is alive', async () => {
  const answer = await gateway.ask('/livez', { token: false })
  expect([answer.status, answer.text]).toEqual([200, 'ok'])
})

it('is healthy, at a time', async () => {
  const answer = await gateway.ask('/health', { token: false })
  expect(answer.headers['content-type']).toMatch(/^application\/json/)
  expect(answer.json()).toEqual({ status: 'ok', time: '2023-11-14T22:13:20.000Z' })
})

it('says to anyone whether it is ready, and why not only to who has the token', async () => {
  const ask = async (token?: false) => {
    const answer = await gateway.ask('/readyz', token === false ? { token } : {})
    return [answer.status, answer.json()]
  }
  expect(await ask(false)).toEqual([200, { status: 'ok' }])
  expect(await ask()).toEqual([200, { status: 'ok', log: { state: 'ok', check: 'not_needed' } }])
  gateway.health.log = { state: 'failing', reason: 'disk full', check: { failed: 'row 7' } }
  expect(await ask(false)).toEqual([503, { status: 'failing' }])
  expect(await ask()).toEqual([503, { status: 'failing', log: gateway.health.log }])
})

it('shows its numbers to who has the token', async () => {
  expect((await gateway.ask('/metrics', { token: false })).status).toBe(401)
  await gateway.ask('/livez')
  await expect.poll(() => gateway.entries.length).toBe(2)
  const { headers, text } = await gateway.ask('/metrics')
  expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(text).toContain('signalbox_http_requests_total{method="GET",route="/livez",status="200"} 1\n')
  expect(text).toContain('signalbox_http_requests_total{method="GET",route="/metrics",status="401"} 1\n')
  expect(text).toContain('signalbox_http_request_seconds_count{route="/livez"} 1\n')
  expect(text).toContain('signalbox_log_ok 1\n')
  gateway.health.log = { state: 'failing', check: 'passed' }
  expect((await gateway.ask('/metrics')).text).toContain('signalbox_log_ok 0\n')
})
