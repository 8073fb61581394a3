import { expect, it } from 'vitest'
import { sessionName } from './session-name.js'

const aliases = [{ namespace: 'gemini', id: 'ed8af6b8-95ba-4f0e-9d5e-0123456789ab' }]

it.each([
  ['its name', { name: 'Fix the login', cwd: '/home/ada/shop', aliases }, 'Fix the login'],
  ['its project', { name: null, cwd: '/home/ada/shop/', aliases }, 'shop'],
  ['the id its agent has for it', { name: ' ', cwd: null, aliases }, aliases[0]?.id],
  ['nothing', { name: null, cwd: '/', aliases: [] }, undefined],
  ['nothing a terminal would act on', { name: '\u001b[2Ja\nb', cwd: null, aliases }, 'a b'],
])('a session is called by %s', (_what, session, called) => {
  expect(sessionName(session)).toBe(called)
})
