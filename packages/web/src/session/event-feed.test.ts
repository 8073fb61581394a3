import type { SessionEvent, Snapshot } from '@signalbox/client'
import { describe, expect, it } from 'vitest'
import {
  byDay,
  type EventFeed,
  numberOf,
  OPENING,
  opened,
  sameSecond,
  withNewer,
  withOlder,
} from './event-feed.js'

const event = (seq: number): SessionEvent => ({ type: 'turn_started', sessionId: 's', seq, ts: seq })
const snapshot = (lastSeq: number, epoch = 'e1') => ({ lastSeq, epoch }) as Snapshot
const open = opened(OPENING, snapshot(4))
const numbers = (feed: EventFeed) => feed.entries.map(numberOf)

describe('the feed of a session', () => {
  it('takes nothing before the snapshot, which says where live begins', () => {
    expect(withNewer(OPENING, event(4))).toBe(OPENING)
    expect(numbers(withNewer(open, event(5)))).toEqual([5])
  })

  it('is newest first, older pages below', () => {
    const feed = withOlder(withNewer(open, event(5)), [event(2), event(3), event(4)], 1)
    expect(numbers(feed)).toEqual([5, 4, 3, 2])
    expect(feed.loadedAfter).toBe(1)
  })

  it('does not take an event twice that came live while the page was read', () => {
    const feed = withOlder(withNewer(open, event(5)), [event(4), event(5)], 0)
    expect(numbers(feed)).toEqual([5, 4])
  })

  it('stays as it is at a resume, with a line for what is missing', () => {
    const feed = withNewer(open, event(5))
    expect(opened(feed, snapshot(9))).toBe(feed)
    const gap = { type: 'gap' as const, sessionId: 's', fromSeq: 5, toSeq: 8, reason: 'ephemeral' }
    expect(numbers(withNewer(withNewer(feed, gap), event(9)))).toEqual([9, 8, 5])
  })

  it('begins anew when the log is another one', () => {
    const feed = opened(withNewer(open, event(5)), snapshot(2, 'e2'))
    expect(feed).toMatchObject({ entries: [], epoch: 'e2', loadedAfter: 0 })
  })

  it('lets the oldest go when live events become too many, and can load them again', () => {
    const small = { ...open, limit: 2 }
    const feed = [5, 6, 7].reduce((grown, seq) => withNewer(grown, event(seq)), small)
    expect(numbers(feed)).toEqual([7, 6])
    expect(feed.loadedAfter).toBe(5)
    expect(numbers(withOlder(feed, [event(4), event(5)], 3))).toEqual([7, 6, 5, 4])
  })
})

describe('sameSecond', () => {
  it('compares what the lines would say', () => {
    expect(sameSecond({ ...event(2), ts: 1999 }, { ...event(1), ts: 1000 })).toBe(true)
    expect(sameSecond({ ...event(2), ts: 2000 }, { ...event(1), ts: 1999 })).toBe(false)
    expect(sameSecond(event(1), undefined)).toBe(false)
  })
})

describe('byDay', () => {
  const on = (seq: number, day: number): SessionEvent => ({
    ...event(seq),
    ts: new Date(2026, 0, day, 12).getTime(),
  })
  const gap = { type: 'gap' as const, sessionId: 's', fromSeq: 1, toSeq: 2, reason: 'ephemeral' }

  it('puts entries under their day, a gap under that of what follows it', () => {
    const days = byDay([on(5, 29), on(4, 28), gap, on(1, 28)])
    expect(days.map(({ day, entries }) => `${day} ${entries.map(numberOf)}`)).toEqual([
      '2026-01-29 5',
      '2026-01-28 4,2,1',
    ])
  })

  it('gives a gap that is newest the day of the next', () => {
    expect(byDay([gap, on(1, 28)]).map(({ day }) => day)).toEqual(['2026-01-28'])
    expect(byDay([gap]).map(({ day }) => day)).toEqual([''])
  })
})
