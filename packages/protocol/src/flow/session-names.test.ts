import { expect, it } from 'vitest'
import { sessionNames, spokenId, usualId } from './session-names.js'

const codex = { namespace: 'codex', id: 'thread-1' }
const notify = { namespace: 'notify', id: 'Codex 1' }

it('knows a session by its uuid, its other ids and its name', () => {
  const session = { id: 'uuid', aliases: [codex, notify], name: 'Shop' }
  expect(sessionNames(session)).toEqual(['uuid', 'thread-1', 'Codex 1', 'Shop'])
  expect(sessionNames({ ...session, name: null })).toEqual(['uuid', 'thread-1', 'Codex 1'])
})

it.each([
  [[codex, notify], 'Codex 1'],
  [[codex], 'thread-1'],
  [[{ namespace: 'flow', id: 'event/trigger/0' }], 'uuid'],
  [[], 'uuid'],
])('speaks of it by the id notify clients use, else its own, else the uuid: %j', (aliases, id) => {
  expect(usualId({ id: 'uuid', aliases })).toBe(id)
})

it('takes the id a sender used, where the event holds one', () => {
  const session = { id: 'uuid', aliases: [notify] }
  expect(spokenId({ data: { notify: { sentTo: 'uuid' } } }, session)).toBe('uuid')
  expect(spokenId({ data: { notify: { sentTo: 7 } } }, session)).toBe('Codex 1')
  expect(spokenId({ data: { notify: null } }, session)).toBe('Codex 1')
  expect(spokenId({ data: {} }, session)).toBe('Codex 1')
})
