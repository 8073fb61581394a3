import { expect, it } from 'vitest'
import { sessionMeta } from './session-meta.fixture.js'
import { sessionName } from './session-name.js'

const uuid = [{ namespace: 'claude', id: 'c63b5309-efbf-4198-b159-3134c99527f3' }]
const aliases = [{ namespace: 'notify', id: 'Codex 1' }]

it.each([
  ['its name', { name: 'Auth refactor', aliases }, 'Auth refactor'],
  ['its alias', { aliases }, 'Codex 1'],
  ['its folder, where the alias is nothing people say', { aliases: uuid, cwd: '/home/ada/shop/' }, 'shop'],
  ['its folder on Windows', { aliases: uuid, cwd: 'C:\\code\\shop' }, 'shop'],
  ['its alias, where there is no folder', { aliases: uuid }, uuid[0]?.id],
  ['its folder, where nobody calls it anything', { cwd: '/home/ada/shop' }, 'shop'],
  ['the end of its id', {}, 'session 345678'],
  ['no terminal codes', { name: '\u001b[31m', aliases }, 'Codex 1'],
])('%s', (_what, more, expected) => {
  expect(sessionName(sessionMeta('0123-12345678', more))).toBe(expected)
})
