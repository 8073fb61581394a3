import { expect, it } from 'vitest'
import { EMPTY_BOOK } from '../board/session-book.js'
import { needList } from './need-list.js'
import { permissionEntry } from './request-entry.fixture.js'

const input = { kind: 'input', since: 500, message: 'waits for your input' } as const

it('has requests and agents that wait without one, longest waiting first', () => {
  const requests = {
    pending: [permissionEntry({}, { since: 900 }), permissionEntry({}, { requestId: 'r0', since: 100 })],
    ended: [],
  }
  const needs = new Map([
    ['s1', [{ ...input, kind: 'permission' as const, requestId: 'r1' }]],
    ['s2', [input]],
  ])
  const list = needList({ requests, book: { ...EMPTY_BOOK, needs } })
  expect(list.map(({ key }) => key)).toEqual(['s1 r0', 's2 input', 's1 r1'])
  expect(list.map(({ kind }) => kind)).toEqual(['request', 'waits', 'request'])
})

it('tells two that came at once apart, always in the same order', () => {
  const [a, b] = [permissionEntry({}, { requestId: 'a' }), permissionEntry({}, { requestId: 'b' })]
  const keys = (pending: (typeof a)[]) =>
    needList({ requests: { pending, ended: [] }, book: EMPTY_BOOK }).map(({ key }) => key)
  expect(keys([a, b])).toEqual(keys([b, a]))
})
