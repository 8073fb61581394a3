import { expect, it } from 'vitest'
import { sessionMeta } from '../board/session-meta.fixture.js'
import { sessionOf } from './session-of.js'

const sessions = new Map([
  ['a', sessionMeta('a')],
  ['b', sessionMeta('b', { aliases: [{ namespace: 'notify', id: 'Codex 1' }] })],
])

it('finds a session by its id and by its other names', () => {
  expect(sessionOf(sessions, 'a')?.id).toBe('a')
  expect(sessionOf(sessions, 'Codex 1')?.id).toBe('b')
  expect(sessionOf(sessions, 'Codex 2')).toBeUndefined()
  expect(sessionOf(sessions, '')).toBeUndefined()
})
