import { expect, it } from 'vitest'
import { sessionMeta } from './session-meta.fixture.js'
import { sessionName } from './session-name.js'

const aliases = [{ namespace: 'notify', id: 'Codex 1' }]

it.each([
  ['its name', { name: 'Auth refactor', aliases }, 'Auth refactor'],
  ['its alias', { aliases }, 'Codex 1'],
  ['the end of its id', {}, 'session 345678'],
  ['no terminal codes', { name: '\u001b[31m', aliases }, 'Codex 1'],
])('%s', (_what, more, expected) => {
  expect(sessionName(sessionMeta('0123-12345678', more))).toBe(expected)
})
