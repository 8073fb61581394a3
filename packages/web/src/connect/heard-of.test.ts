import { expect, it } from 'vitest'
import { sessionMeta } from '../board/session-meta.fixture.js'
import { heardOf } from './heard-of.js'

const sessions = [
  sessionMeta('a', { agentType: 'claude', updatedAt: 10, lastActivityAt: 7 }),
  sessionMeta('b', { agentType: 'claude', updatedAt: 5 }),
  sessionMeta('c', { agentType: 'codex', origin: 'driven', updatedAt: 99 }),
]

it('counts the sessions in terminals and knows the last sign of them', () => {
  expect(heardOf(sessions, 'claude')).toEqual({ sessions: 2, last: 7 })
})

it('has heard nothing of who only Signalbox runs, or nobody', () => {
  expect(heardOf(sessions, 'codex')).toBeUndefined()
  expect(heardOf(sessions, 'gemini')).toBeUndefined()
  expect(heardOf([], 'claude')).toBeUndefined()
})
