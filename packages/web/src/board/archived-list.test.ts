import type { SessionEvent } from '@signalbox/client'
import { expect, it } from 'vitest'
import { archivedHeard, archivedOf } from './archived-list.js'
import { sessionMeta } from './session-meta.fixture.js'

const away = (id: string, more = {}) => sessionMeta(id, { archived: true, ...more })
const heard = (type: string, session: ReturnType<typeof away>) =>
  ({ type, sessionId: session.id, seq: 1, ts: 1, session }) as unknown as SessionEvent

it('has those that were put away, and only those', () => {
  expect([...archivedOf([away('a'), sessionMeta('b')]).keys()]).toEqual(['a'])
})

it('follows what happens to them', () => {
  let list = archivedOf([away('a')])
  list = archivedHeard(list, heard('session_archived', away('b')))
  expect([...list.keys()]).toEqual(['a', 'b'])
  list = archivedHeard(list, heard('session_updated', away('b', { name: 'Named' })))
  expect(list.get('b')?.name).toBe('Named')
  list = archivedHeard(list, heard('session_paused', away('b', { paused: true })))
  expect(list.get('b')?.paused).toBe(true)
  list = archivedHeard(list, heard('session_unarchived', away('a')))
  list = archivedHeard(list, heard('session_deleted', away('b')))
  expect(list.size).toBe(0)
})

it('stays the same where nothing concerns it', () => {
  const list = archivedOf([away('a')])
  for (const type of ['session_updated', 'session_deleted', 'session_unarchived', 'turn_started'])
    expect(archivedHeard(list, heard(type, away('other')))).toBe(list)
})
