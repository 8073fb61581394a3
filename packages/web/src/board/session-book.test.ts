import type { SessionEvent } from '@signalbox/client'
import type { AttentionEntry, SessionMeta } from '@signalbox/protocol'
import { describe, expect, it } from 'vitest'
import {
  EMPTY_BOOK,
  happened,
  listed,
  listedMore,
  needRead,
  needText,
  type SessionBook,
} from './session-book.js'
import { sessionMeta } from './session-meta.fixture.js'

const head = { sessionId: 'a', seq: 1, ts: 1 }
const updated = (session: SessionMeta): SessionEvent => ({ ...head, type: 'session_updated', session })
const raised: SessionEvent = {
  ...head,
  type: 'attention_raised',
  kind: 'permission',
  since: 1,
  message: 'npm publish',
}
const cleared: SessionEvent = { ...raised, type: 'attention_cleared', reason: 'resolved' }
const waiting = listed(EMPTY_BOOK, [sessionMeta('a', { status: 'waiting', updatedAt: 5 }), sessionMeta('b')])
const status = (book: SessionBook, id: string) => book.sessions.get(id)?.status

describe('the list', () => {
  it('takes the place of what was known, so what was deleted meanwhile is gone', () => {
    expect([...listed(waiting, [sessionMeta('b')]).sessions.keys()]).toEqual(['b'])
  })

  it('keeps the reason of a session that still waits and forgets the others', () => {
    const book = happened(waiting, raised)
    expect(needText(listed(book, [sessionMeta('a', { status: 'waiting' })]), 'a')).toBe('npm publish')
    expect(listed(book, [sessionMeta('a', { status: 'running' })]).needs.size).toBe(0)
  })

  it('says who needs a person in whatever state, in the place of what was known', () => {
    const input: AttentionEntry = { sessionId: 'b', kind: 'input', since: 1, message: 'Your turn' }
    const book = listed(happened(waiting, raised), [sessionMeta('a'), sessionMeta('b')], [input])
    expect([needText(book, 'a'), needText(book, 'b')]).toEqual([undefined, 'Your turn'])
    // Under way while the list was read.
    const told = happened(book, { ...head, ...input, type: 'attention_raised' })
    expect(
      happened(told, { ...head, ...input, type: 'attention_cleared', reason: 'resumed' }).needs.size,
    ).toBe(0)
  })

  it('takes a further page without losing what events told since', () => {
    const book = listedMore(waiting, [sessionMeta('a'), sessionMeta('c')])
    expect(book.sessions.size).toBe(3)
    expect(status(book, 'a')).toBe('waiting')
  })
})

describe('a reason read afterwards', () => {
  it('is shown while the session waits, unless something newer is known', () => {
    const book = needRead(waiting, 'a', 'npm test')
    expect(needText(book, 'a')).toBe('npm test')
    expect(needText(happened(book, raised), 'a')).toBe('npm publish')
    const goesOn = happened(book, updated(sessionMeta('a', { status: 'running', updatedAt: 6 })))
    expect(needText(goesOn, 'a')).toBeUndefined()
    expect(needText(needRead(waiting, 'b', 'npm test'), 'b')).toBeUndefined()
  })

  it('leaves with its session', () => {
    expect(
      happened(needRead(waiting, 'a', 'npm test'), { ...head, type: 'session_deleted' }).before.size,
    ).toBe(0)
  })
})

describe('an event', () => {
  it('adds and changes sessions', () => {
    const book = happened(waiting, updated(sessionMeta('a', { status: 'running', updatedAt: 6 })))
    expect(status(book, 'a')).toBe('running')
    expect(happened(book, { ...updated(sessionMeta('c')), sessionId: 'c' }).sessions.size).toBe(3)
  })

  it('older than the list changes nothing', () => {
    expect(happened(waiting, updated(sessionMeta('a', { status: 'ready', updatedAt: 4 })))).toBe(waiting)
  })

  it('raises and clears the reason', () => {
    const book = happened(waiting, raised)
    expect(needText(book, 'a')).toBe('npm publish')
    expect(happened(book, cleared).needs.size).toBe(0)
  })

  it.each([
    ['session_paused', true],
    ['session_resumed', false],
  ] as const)('hears of %s', (type, paused) => {
    const event: SessionEvent = { ...head, type, session: sessionMeta('a', { paused, updatedAt: 99 }) }
    expect(happened(waiting, event).sessions.get('a')?.paused).toBe(paused)
  })

  it('takes away what is archived or deleted', () => {
    const archived: SessionEvent = { ...head, type: 'session_archived', session: sessionMeta('a') }
    expect([...happened(waiting, archived).sessions.keys()]).toEqual(['b'])
    expect(happened(happened(waiting, raised), { ...head, type: 'session_deleted' }).needs.size).toBe(0)
  })

  it('of a turn is none of its business', () => {
    expect(happened(waiting, { ...head, type: 'turn_started' })).toBe(waiting)
  })
})
