import type { Delivery } from '@signalbox/protocol/flow'
import { describe, expect, it } from 'vitest'
import { displayWidth } from '../terminal/display-width.js'
import { paintFor } from '../terminal/paint.js'
import { deliveryLine, deliveryLines, responseText } from './delivery-lines.js'

const NOW = Date.parse('2026-01-28T20:20:00Z')
const delivery = (more: Partial<Delivery> = {}): Delivery => ({
  id: '01994f3a-0000-7000-8000-0000deadbeef/plan-created/0',
  event_id: '01994f3a-0000-7000-8000-0000deadbeef',
  event_type: 'notify_new_plan',
  session_id: 's',
  trigger_id: 'plan-created',
  activity_id: 'post_webhook',
  index: 0,
  status: 'done',
  attempts: 1,
  created_at: '2026-01-28T20:18:00Z',
  updated_at: '2026-01-28T20:18:01Z',
  chain: ['plan-created'],
  ...more,
})
const lines = (list: Delivery[], width = 200) =>
  deliveryLines(list, { paint: paintFor(false), width: () => width }, NOW)

describe('deliveryLines', () => {
  it('says what was to be done, when, and what came of it', () => {
    expect(lines([delivery({ response: { status: 200, body: 'ok' } })])).toEqual([
      'ID                       AGE    ACTIVITY      STATUS  TRIES  RESPONSE',
      'deadbeef/plan-created/0  2 min  post_webhook  done    1      200 ok',
    ])
  })

  it('has the beginning of a long answer where there is no terminal', () => {
    const long = delivery({ response: { status: 500, body: 'x'.repeat(300) } })
    const told = [lines([long], Number.POSITIVE_INFINITY)[1], deliveryLine(long, NOW)]
    for (const line of told) expect(line).toMatch(/ 500 x{75}…$/)
    expect(displayWidth(deliveryLine(long, NOW, 70))).toBe(70)
  })

  it('never cuts the id: it is typed to try it again', () => {
    const id = `01994f3a-0000-7000-8000-0000deadbeef/${'t'.repeat(80)}/0`
    expect(lines([delivery({ id })], 80)[1]).toContain(`deadbeef/${'t'.repeat(80)}/0`)
  })

  it('says so when there are none', () => {
    expect(lines([])).toEqual(['There are no deliveries.'])
  })

  it('fits 80 columns, whatever was heard back', () => {
    const body = '漢字\u001b[31m'.repeat(200)
    const long = delivery({
      response: { status: 500, body },
      error: 'x'.repeat(300),
    })
    for (const line of lines([long], 80)) expect(displayWidth(line)).toBeLessThanOrEqual(80)
  })
})

it('is a line of its own where one is told alone', () => {
  const line = (more: Partial<Delivery>) => deliveryLine(delivery(more), NOW)
  expect(line({ status: 'running' })).toBe('deadbeef/plan-created/0  post_webhook  running')
  expect(line({ attempts: 3, response: { status: 200, body: 'ok' } })).toBe(
    'deadbeef/plan-created/0  post_webhook  done (try 3)  200 ok',
  )
})

describe('responseText', () => {
  it.each<[string, Partial<Delivery>, string]>([
    ['nothing', {}, ''],
    ['a webhook', { response: { status: 204 } }, '204'],
    [
      'a session that was made',
      { response: { session_id: 'abc', turn_id: 't', usage: {} } },
      'session_id abc, turn_id t',
    ],
    ['why it was given up', { status: 'dead', error: 'no such agent' }, 'no such agent'],
    [
      'when it is tried again',
      {
        status: 'pending',
        error: 'it answered 500',
        next_attempt_at: '2026-01-28T20:20:04Z',
        response: { status: 500, body: '{"no":1}' },
      },
      'again in 4 s · it answered 500 · 500 {"no":1}',
    ],
    ['nothing of one that was not tried', { status: 'pending', next_attempt_at: '2026-01-28T20:20:04Z' }, ''],
  ])('is %s', (_what, more, text) => {
    expect(responseText(delivery(more), NOW)).toBe(text)
  })
})
