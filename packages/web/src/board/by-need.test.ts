import { expect, it } from 'vitest'
import { byNeed } from './by-need.js'
import { sessionMeta } from './session-meta.fixture.js'

it('puts what needs a person first, longest waiting on top, and what rests last', () => {
  const sessions = [
    sessionMeta('over', { status: 'inactive', updatedAt: 99 }),
    sessionMeta('idle', { status: 'ready', updatedAt: 90 }),
    sessionMeta('asked later', { status: 'waiting', updatedAt: 20 }),
    sessionMeta('works', { status: 'running', updatedAt: 10 }),
    sessionMeta('works, newer', { status: 'running', updatedAt: 30 }),
    sessionMeta('broke', { status: 'error', updatedAt: 50 }),
    sessionMeta('starts', { status: 'activating', updatedAt: 95 }),
    sessionMeta('asked first', { status: 'waiting', updatedAt: 5 }),
  ]
  expect(sessions.sort(byNeed(new Map())).map(({ id }) => id)).toEqual([
    'asked first',
    'asked later',
    'works, newer',
    'works',
    'starts',
    'broke',
    'idle',
    'over',
  ])
})

it('puts who waits for a person among them, in whatever state', () => {
  const sessions = [
    sessionMeta('works', { status: 'running', updatedAt: 30 }),
    sessionMeta('asked', { status: 'waiting', updatedAt: 20 }),
    sessionMeta('your turn', { status: 'ready', updatedAt: 10 }),
  ]
  const needs = new Map([
    ['your turn', [{ kind: 'input' as const, since: 1, message: 'Waiting for your input' }]],
  ])
  expect(sessions.sort(byNeed(needs)).map(({ id }) => id)).toEqual(['your turn', 'asked', 'works'])
})

it('keeps one order for sessions of the same moment', () => {
  const pair = [sessionMeta('b'), sessionMeta('a')]
  expect([...pair].sort(byNeed(new Map())).map(({ id }) => id)).toEqual(['a', 'b'])
  expect(
    [...pair]
      .reverse()
      .sort(byNeed(new Map()))
      .map(({ id }) => id),
  ).toEqual(['a', 'b'])
})

it('puts who was not heard of for long behind who rests', () => {
  const sessions = [
    sessionMeta('silent', { status: 'running', updatedAt: 30 }),
    sessionMeta('idle', { status: 'ready', updatedAt: 10 }),
  ]
  const glance = { state: 'stale', since: 0, agent: 'codex', origin: 'observed' } as const
  const order = sessions.sort(byNeed(new Map(), new Map([['silent', glance]])))
  expect(order.map(({ id }) => id)).toEqual(['idle', 'silent'])
})
