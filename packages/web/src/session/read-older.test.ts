import type { Client, SessionEvent } from '@signalbox/client'
import { describe, expect, it } from 'vitest'
import { readOlder } from './read-older.js'

const event = (seq: number): SessionEvent => ({ type: 'turn_started', sessionId: 's', seq, ts: seq })

/** A gateway that holds these numbers and counts how often it is asked. */
function holding(numbers: number[]) {
  const asked: number[] = []
  const request = async ({ afterSeq, limit }: { afterSeq: number; limit: number }) => {
    asked.push(limit)
    const after = numbers.filter((seq) => seq > afterSeq)
    const events = after.slice(0, limit).map(event)
    const next = after.length > limit ? (events.at(-1)?.seq ?? null) : null
    return { type: 'events', sessionId: 's', events, next }
  }
  return { asked, request: request as unknown as Client['request'] }
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

describe('readOlder', () => {
  it('reads the last page of a long session, and the rest of a short one', async () => {
    const gateway = holding(range(1, 500))
    const page = await readOlder(gateway, 's', 500)
    expect(page.events.map(({ seq }) => seq)).toEqual(range(301, 500))
    expect(page.loadedAfter).toBe(300)
    expect(await readOlder(holding([1, 2, 3]), 's', 3)).toEqual({
      events: [1, 2, 3].map(event),
      loadedAfter: 0,
    })
  })

  it('leaves out what came after the number asked for', async () => {
    const { events } = await readOlder(holding([1, 2, 3, 4, 5]), 's', 3)
    expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3])
  })

  it('passes over numbers that were live only, without asking for each thousand of them', async () => {
    const gateway = holding([1, 2, 100_000])
    const page = await readOlder(gateway, 's', 99_999)
    expect(page.events.map(({ seq }) => seq)).toEqual([1, 2])
    expect(gateway.asked.length).toBeLessThan(12)
    expect(Math.max(...gateway.asked)).toBeLessThanOrEqual(1000)
  })

  it('reads a wide window to its end', async () => {
    const gateway = holding(range(1, 3000))
    const page = await readOlder(gateway, 's', 20_000)
    expect(page.events.at(-1)?.seq).toBe(3000)
    expect(page.loadedAfter).toBe(0)
    expect(page.events).toHaveLength(3000)
  })

  it('has nothing to read in a session without events', async () => {
    expect(await readOlder(holding([]), 's', 0)).toEqual({ events: [], loadedAfter: 0 })
  })
})
