import type { SessionStatus } from '@signalbox/protocol'
import { expect, it } from 'vitest'
import { sessionMeta } from './session-meta.fixture.js'
import { summary } from './summary.js'

const bookOf = (statuses: SessionStatus[]) => ({
  sessions: new Map(statuses.map((status, index) => [`${index}`, sessionMeta(`${index}`, { status })])),
  needs: new Map(),
  before: new Map(),
})

it.each<[SessionStatus[], number, string]>([
  [[], 0, 'Nothing needs you'],
  [['ready', 'inactive'], 0, 'Nothing needs you'],
  [['running', 'ready'], 0, '1 working'],
  [['waiting', 'running', 'running'], 1, '1 needs you · 2 working'],
  [['waiting', 'waiting'], 2, '2 need you'],
])('%j', (statuses, count, text) => {
  expect(summary(bookOf(statuses))).toEqual({ count, text })
})

it('counts who waits for a person in whatever state, and who is not listed not at all', () => {
  const need = [{ kind: 'input' as const, since: 1, message: 'Waiting for your input' }]
  const book = {
    ...bookOf(['ready', 'running']),
    needs: new Map([
      ['0', need],
      ['7', need],
    ]),
  }
  expect(summary(book)).toEqual({ count: 1, text: '1 needs you · 1 working' })
})

it('does not count as working who was not heard of for long', () => {
  const glance = { state: 'stale', since: 0, agent: 'codex', origin: 'observed' } as const
  expect(summary(bookOf(['running', 'running']), new Map([['0', glance]])).text).toBe('1 working')
})
