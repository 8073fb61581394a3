import { expect, it } from 'vitest'
import { sessionMeta } from '../board/session-meta.fixture.js'
import { spokenName } from './spoken-name.js'

it('is what people call a session, and what its sender called it', () => {
  const sessions = new Map([['s1', sessionMeta('s1', { name: 'Planner' })]])
  expect(spokenName(sessions, 's1')).toBe('Planner')
  expect(spokenName(sessions, 'Codex \u202e1')).toBe('Codex 1')
  expect(spokenName(sessions, '')).toBe('')
})
