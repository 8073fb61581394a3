import type { SessionEvent } from '@signalbox/client'
import type { RequestEntry } from '@signalbox/protocol'
import { describe, expect, it } from 'vitest'
import { changesRequests, NO_REQUESTS, requestHeard, requestKey, requestsRead } from './request-book.js'

const asked = (requestId: string, since: number, more: Partial<RequestEntry> = {}): RequestEntry => ({
  requestId,
  sessionId: 's',
  kind: 'permission',
  turnId: null,
  since,
  status: 'pending',
  data: {},
  ...more,
})
const cleared = (requestId?: string, sessionId = 's') =>
  ({
    type: 'attention_cleared',
    sessionId,
    seq: 1,
    ts: 1,
    kind: 'permission',
    since: 1,
    message: '',
    reason: 'answered',
    ...(requestId === undefined ? {} : { requestId }),
  }) as unknown as SessionEvent
const ids = (entries: readonly RequestEntry[]) => entries.map(({ requestId }) => requestId)

describe('the requests', () => {
  const book = requestsRead(
    [asked('late', 20), asked('early', 10)],
    [asked('old', 1, { endedAt: 5 }), asked('new', 2, { endedAt: 9 })],
  )

  it('are those that wait longest first, and those that ended last', () => {
    expect(ids(book.pending)).toEqual(['early', 'late'])
    expect(ids(book.ended)).toEqual(['new', 'old'])
  })

  it('lose one the moment it is cleared, and nothing else', () => {
    expect(ids(requestHeard(book, cleared('early')).pending)).toEqual(['late'])
    expect(requestHeard(book, cleared('early', 'another'))).toBe(book)
    expect(requestHeard(book, cleared())).toBe(book)
  })

  it('of a session go with it', () => {
    const gone = { type: 'session_deleted', sessionId: 's', seq: 1, ts: 1 } as SessionEvent
    expect(requestHeard(book, gone).pending).toEqual([])
    expect(requestHeard(NO_REQUESTS, gone)).toBe(NO_REQUESTS)
  })

  it('are read again when somebody is needed, or no more', () => {
    expect(changesRequests(cleared())).toBe(true)
    expect(changesRequests({ type: 'watch_state' } as SessionEvent)).toBe(false)
  })

  it('have a key of their own in each session', () => {
    expect(requestKey(asked('a', 1))).not.toBe(requestKey(asked('a', 1, { sessionId: 't' })))
  })
})
