import type { Glance, WatchState } from '@signalbox/protocol'
import { expect, it } from 'vitest'
import { EMPTY_BOOK } from '../board/session-book.js'
import { sessionMeta } from '../board/session-meta.fixture.js'
import { workingList } from './working-list.js'

const glance = (state: WatchState, since: number): Glance => ({
  state,
  since,
  agent: 'codex',
  origin: 'observed',
})
const sessions = new Map([
  ...['a', 'b', 'c', 'd', 'e'].map((id) => [id, sessionMeta(id)] as const),
  ['f', sessionMeta('f', { status: 'running', updatedAt: 40 })] as const,
])
const glances = new Map([
  ['a', glance('busy', 30)],
  ['b', glance('busy', 10)],
  ['c', glance('idle', 5)],
  ['d', glance('busy', 1)],
])
const needs = new Map([['d', [{ kind: 'permission' as const, since: 1, message: 'ls' }]]])
const board = { book: { ...EMPTY_BOOK, sessions, needs }, glances }
const ids = (held: string[] | null) => workingList(board, held).map(({ id }) => id)

it('has those that work, in the background too, and need nobody; longest at it first', () => {
  expect(ids(null)).toEqual(['b', 'a', 'f'])
})

it('keeps the places of those that were there', () => {
  expect(ids(['c', 'b', 'gone'])).toEqual(['c', 'b'])
})
