import type { FlowBinding } from '@signalbox/protocol/flow'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestGateway } from '../../http/testing.js'
import { sharedLog } from '../../log/shared-log.fixture.js'
import { notify } from '../../log/testing.js'
import { addDeliveriesDoor } from './deliveries-door.js'
import { send } from './testing.js'

const shared = sharedLog()
let port = 0
let woken = 0
const events: string[] = []
let sessionId = ''
const hook = (url: string) => ({ activity_id: 'post_webhook' as const, config: { url } })
const toast = { activity_id: 'toast_notification' as const, config: { level: 'info', message_template: 'x' } }
/** The rules as they are now. */
let rules: Record<string, readonly FlowBinding[]> = {}

beforeAll(async () => {
  const { log } = shared
  const gateway = await startTestGateway({
    routes: (app) => addDeliveriesDoor(app, { log, bindingsOf: (id) => rules[id], wake: () => void woken++ }),
  })
  port = gateway.port
  const bindings = ['a/b', 'c'].map((triggerId) => ({
    ...{ triggerId, index: 0, activityId: 'post_webhook' as const },
    config: { url: 'https://hooks.example.com/' },
  }))
  for (const name of ['Codex 1', 'Codex 2']) {
    const committed = await log.commit(notify(name, undefined, { type: 'x' }))
    events.push(committed.first?.id ?? '')
    sessionId = committed.sessionId
    const rows = [0, 1].map((binding) => ({ offset: log.head, binding }))
    await log.outbox.take({ cursor: log.head, bindings, rows })
  }
  const wanted = [{ activityId: 'post_webhook' as const, many: 9, ofOne: 9 }]
  const { due } = await log.reader.dueDeliveries({ now: Date.now(), wanted, running: new Map() })
  const [first, second] = due.filter(({ event }) => event?.id === events[0])
  await log.outbox.begin([first, second].flatMap((row) => row ?? []))
  const response = { status: 410 }
  if (first) await log.outbox.settle([{ ...keyOf(first), status: 'dead', error: 'gone', response }])
  if (second) await log.outbox.settle([{ ...keyOf(second), status: 'done' }])
  return async () => void (await gateway.close())
})

const keyOf = ({ offset, binding }: { offset: number; binding: number }) => ({ offset, binding })
const list = async (query = '') => {
  const { status, text } = await send(port, { path: `/api/flow/deliveries${query}` })
  expect(status, text).toBe(200)
  return JSON.parse(text) as { deliveries: Record<string, unknown>[]; next: string | null }
}
const ids = async (query = '') => (await list(query)).deliveries.map(({ id }) => id)
const retry = (id: string) =>
  send(port, { method: 'POST', path: `/api/flow/deliveries/${encodeURIComponent(id)}/retry` })

describe('GET /api/flow/deliveries', () => {
  it('lists the newest first, whole', async () => {
    const all = events.flatMap((id) => [`${id}/a/b/0`, `${id}/c/0`]).reverse()
    expect(await ids()).toEqual(all)
    const { deliveries, next } = await list('?status=dead')
    expect(next).toBeNull()
    expect(deliveries).toEqual([
      {
        id: `${events[0]}/a/b/0`,
        event_id: events[0],
        event_type: 'notify_event',
        session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        trigger_id: 'a/b',
        activity_id: 'post_webhook',
        index: 0,
        status: 'dead',
        attempts: 1,
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
        updated_at: expect.stringMatching(/^\d{4}-.*Z$/),
        error: 'gone',
        response: { status: 410 },
        chain: ['a/b'],
      },
    ])
  })

  it('is asked for by trigger and session, and page by page', async () => {
    expect(await ids('?trigger=c')).toEqual([`${events[1]}/c/0`, `${events[0]}/c/0`])
    const second = [`${events[1]}/c/0`, `${events[1]}/a/b/0`]
    expect(await ids('?session=Codex%202')).toEqual(second)
    expect(await ids(`?session=${sessionId}`)).toEqual(second)
    const { deliveries, next } = await list('?limit=3')
    expect(deliveries).toHaveLength(3)
    expect(await ids(`?limit=3&after=${next}`)).toEqual([`${events[0]}/a/b/0`])
  })

  it.each([
    ['status=broken', 400, 'status'],
    ['limit=0', 400, 'limit'],
    ['limit=1001', 400, 'limit'],
    ['after=x', 400, 'after'],
    ['after=1.2.3', 400, 'after'],
    ['trigger=', 400, 'trigger'],
    ['state=dead', 400, 'state'],
    ['session=nobody', 404, undefined],
  ])('refuses %s by name', async (query, status, field) => {
    const answer = await send(port, { path: `/api/flow/deliveries?${query}` })
    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.text).field).toBe(field)
  })

  it('needs a token', async () => {
    const headers = { authorization: 'Bearer nothing' }
    expect((await send(port, { path: '/api/flow/deliveries', headers })).status).toBe(401)
  })
})

describe('POST /api/flow/deliveries/:id/retry', () => {
  it.each([
    ['the trigger is gone', {}, 'the trigger a/b is no longer there'],
    ['it sets off nothing', { 'a/b': [] }, 'no longer has post_webhook as its activity number 1'],
    [
      'it sets off something else',
      { 'a/b': [toast, hook('https://x.example')] },
      'no longer has post_webhook',
    ],
  ])('refuses where %s', async (_what, now, said) => {
    rules = now
    const answer = await retry(`${events[0]}/a/b/0`)
    expect(answer.status).toBe(409)
    expect(JSON.parse(answer.text).detail).toContain(said)
    expect((await list('?status=dead')).deliveries).toHaveLength(1)
    // One that is done says so, whatever became of its trigger.
    expect((await retry(`${events[0]}/c/0`)).text).toContain('this delivery is done')
  })

  it('tries again what was given up, once, as the rule is now', async () => {
    rules = { 'a/b': [hook('https://corrected.example.com/')] }
    const id = `${events[0]}/a/b/0`
    const answer = await retry(id)
    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.text)).toMatchObject({ delivery: { id, status: 'pending', attempts: 0 } })
    expect(woken).toBe(1)
    const wanted = [{ activityId: 'post_webhook' as const, many: 9, ofOne: 9 }]
    const { due } = await shared.log.reader.dueDeliveries({ now: Date.now(), wanted, running: new Map() })
    const urls = Object.fromEntries(due.map((row) => [row.id, row.config.url]))
    // Others of the same rule go on with what was matched.
    expect(urls).toMatchObject({
      [id]: 'https://corrected.example.com/',
      [`${events[1]}/a/b/0`]: 'https://hooks.example.com/',
    })
    expect(await retry(id)).toMatchObject({ status: 409, text: expect.stringContaining('tried anyway') })
  })

  it('refuses what is done, and what is not there', async () => {
    expect(await retry(`${events[0]}/c/0`)).toMatchObject({ status: 409 })
    for (const id of [`${events[0]}/c/1`, `${events[0]}/d/0`, 'x']) expect((await retry(id)).status).toBe(404)
    expect(woken).toBe(1)
  })
})
