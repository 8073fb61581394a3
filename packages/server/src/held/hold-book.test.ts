import type { EventType } from '@signalbox/protocol'
import { describe, expect, it } from 'vitest'
import type { Published } from '../log/log.js'
import { HoldBook } from './hold-book.js'
import type { HoldTerm } from './hold-policy.js'

const AS_LONG_AS_IT_TAKES: HoldTerm = { longestMs: Number.POSITIVE_INFINITY, approver: false }

const hook = (requestId: string, sessionId = 's') => ({
  request: { sessionId, requestId },
  ...{ tenantId: 'local', agent: 'codex', asked: {}, questions: [] },
})

function published(type: EventType, data: object, sessionId = 's'): Published {
  return {
    ...{ v: 1, id: 'e', tenantId: 'local', sessionId, seq: 1, offset: 1, ts: 1, type },
    source: { agent: 'signalbox', via: 'ws' },
    data: JSON.stringify(data),
  }
}

const open = () => new HoldBook({ policy: { mayGoOn: () => true }, clock: () => 0 })
const never = new AbortController().signal

describe('the book of holds', () => {
  it('tells of the end of a request to those who wait for it, and to no other', async () => {
    const book = open()
    const waits = ['a', 'b'].map((id) => book.add(hook(id), AS_LONG_AS_IT_TAKES)?.wait('open', never))
    book.heard(published('tool_call', { requestId: 'a' }))
    book.heard(published('approval_resolved', { requestId: 'a', approved: true }, 'another'))
    expect(book.size).toBe(2)
    book.heard(published('approval_resolved', { requestId: 'a', approved: true }))
    expect(await waits[0]).toMatchObject({
      answer: { hookSpecificOutput: { decision: { behavior: 'allow' } } },
    })
    expect([book.find(hook('a').request), book.size]).toEqual([undefined, 1])
  })

  it('lets all of a session go with it', async () => {
    const book = open()
    const waits = ['a', 'b'].map((id) => book.add(hook(id), AS_LONG_AS_IT_TAKES)?.wait('open', never))
    book.add(hook('a', 'another'), AS_LONG_AS_IT_TAKES)
    book.heard(published('session_deleted', {}))
    expect(await Promise.all(waits)).toEqual([{ answer: {} }, { answer: {} }])
    expect(book.size).toBe(1)
  })

  it('takes no more than so many, and none when it is closed', async () => {
    const book = open()
    for (let nth = 0; nth < 1_000; nth++) expect(book.add(hook(`r${nth}`), AS_LONG_AS_IT_TAKES)).toBeDefined()
    expect(book.add(hook('more'), AS_LONG_AS_IT_TAKES)).toBeUndefined()
    const request = hook('r0').request
    const waits = [book.find(request)?.wait('open', never), book.find(request)?.wait('poll', never)]
    book.close()
    expect(await Promise.all(waits)).toEqual([{ answer: {} }, 'cut'])
    expect(book.add(hook('more'), AS_LONG_AS_IT_TAKES)).toBeUndefined()
  })

  it('has room again when those who waited have left', () => {
    let now = 0
    const book = new HoldBook({ policy: { mayGoOn: () => true }, clock: () => now })
    const left = AbortSignal.abort()
    for (let nth = 0; nth < 1_000; nth++)
      void book.add(hook(`r${nth}`), AS_LONG_AS_IT_TAKES)?.wait('poll', nth === 0 ? never : left)
    expect(book.add(hook('more'), AS_LONG_AS_IT_TAKES)).toBeUndefined()
    now = 10_000
    expect(book.add(hook('more'), AS_LONG_AS_IT_TAKES)).toBeDefined()
    expect([book.size, book.find(hook('r0').request)?.reaches]).toEqual([2, true])
  })

  it('lets one go at once that has no reason to be held any more', async () => {
    const book = new HoldBook({ policy: { mayGoOn: () => false }, clock: () => 0 })
    const hold = book.add(hook('a'), { longestMs: 1000, approver: true })
    expect(await hold?.wait('poll', never)).toEqual({ answer: {} })
  })

  it('lets one go when its time is over', async () => {
    const book = new HoldBook({ policy: { mayGoOn: () => true }, clock: () => performance.now() })
    const hold = book.add(hook('a'), { longestMs: 20, approver: true })
    expect(book.size).toBe(1)
    expect(await hold?.wait('poll', never)).toEqual({ answer: {} })
    expect(book.size).toBe(0)
  })
})
