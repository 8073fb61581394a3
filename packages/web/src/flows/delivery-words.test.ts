import { DELIVERY_STATUSES } from '@signalbox/protocol/flow'
import { describe, expect, it } from 'vitest'
import { delivery } from './delivery.fixture.js'
import { answerWords, attemptWords, deliveryLamp, isRetryable, lastOfEach } from './delivery-words.js'

const NOW = Date.parse('2026-01-28T10:00:00.000Z')

describe('a delivery in words', () => {
  it('has a lamp and a word of its own in every state', () => {
    const all = DELIVERY_STATUSES.map(deliveryLamp)
    expect(new Set(all.map(({ word }) => word)).size).toBe(all.length)
    expect(new Set(all.map(({ lamp }) => lamp)).size).toBe(all.length)
    expect(deliveryLamp('postponed')).toMatchObject({ lamp: 'off', word: 'postponed' })
  })

  it('can be retried when it is over and was not done', () => {
    expect(DELIVERY_STATUSES.filter((status) => isRetryable({ status }))).toEqual([
      'dead',
      'unknown',
      'stopped',
    ])
  })

  it.each([
    [{ status: 'done', attempts: 1 }, '1 attempt'],
    [{ status: 'dead', attempts: 5 }, '5 attempts'],
    [{ status: 'stopped', attempts: 0 }, ''],
    [{ status: 'pending', attempts: 0 }, 'next in line'],
    [{ status: 'pending', attempts: 0, next_attempt_at: '2026-01-28T10:00:02.000Z' }, 'in 2 s'],
    [
      { status: 'pending', attempts: 2, next_attempt_at: '2026-01-28T10:00:03.500Z' },
      '2 attempts, again in 4 s',
    ],
    [
      { status: 'pending', attempts: 2, next_attempt_at: '2026-01-28T09:59:00.000Z' },
      '2 attempts, again now',
    ],
  ] as const)('of %j says %s', (more, words) => {
    expect(attemptWords(delivery(more), NOW)).toBe(words)
  })
})

it.each([
  [{ status: 'done', response: { status: 200, body: 'ok' } }, 'answered 200'],
  [{ status: 'done', response: { session_id: 's1' } }, ''],
  [{ status: 'done' }, ''],
  [{ status: 'dead', response: { status: 500 } }, ''],
] as const)('of %j is said %j', (more, words) => {
  expect(answerWords(delivery(more))).toBe(words)
})

it('finds how each trigger fared last: of one event what went worst', () => {
  const last = lastOfEach([
    delivery({ id: 'd', event_id: 'e2' }),
    delivery({ id: 'c', event_id: 'e2', status: 'dead' }),
    delivery({ id: 'b', event_id: 'e2', status: 'running' }),
    delivery({ id: 'a', event_id: 'e1', status: 'dead' }),
    delivery({ id: 'x', event_id: 'e1', trigger_id: 'other' }),
  ])
  expect([...last].map(([trigger, { id }]) => `${trigger} ${id}`)).toEqual(['plan-created c', 'other x'])
})
