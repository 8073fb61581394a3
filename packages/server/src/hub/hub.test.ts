import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { Hub } from './hub.js'
import { published, Reader } from './testing.js'
import { sessionTopic, tenantTopic } from './topics.js'

/** Until everything published has been written. */
const turn = () => vi.advanceTimersByTimeAsync(5)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function hub(): Hub {
  const made = new Hub({ now: () => 0 })
  onTestFinished(() => made.close())
  return made
}

describe('publish', () => {
  it('reaches who is on a topic of the event, once, and nobody else', async () => {
    const one = hub()
    const [joined, tenant, both, other] = [new Reader('a'), new Reader('b'), new Reader('c'), new Reader('d')]
    one.subscribe(joined.subscriber, sessionTopic('s'))
    one.subscribe(tenant.subscriber, tenantTopic('local'))
    one.subscribe(both.subscriber, sessionTopic('s'))
    one.subscribe(both.subscriber, tenantTopic('local'))
    one.subscribe(other.subscriber, sessionTopic('t'))
    one.publish([
      published('turn_started', 1),
      published('session_updated', 2),
      published('attention_raised', 3),
    ])
    await turn()
    const seqs = (reader: Reader) => reader.frames.map((frame) => frame.seq)
    expect(seqs(joined)).toEqual([1, 2, 3])
    expect(seqs(tenant)).toEqual([2, 3])
    expect(seqs(both)).toEqual([1, 2, 3])
    expect(seqs(other)).toEqual([])
  })

  it('writes once per subscriber and turn, and shares the bytes', async () => {
    const one = hub()
    const readers = [new Reader('a'), new Reader('b')]
    for (const { subscriber } of readers) one.subscribe(subscriber, sessionTopic('s'))
    one.publish([published('turn_started', 1)])
    one.publish([published('text_delta', 2), published('text_delta', 3)])
    await turn()
    expect(readers.map((reader) => reader.chunks.length)).toEqual([1, 1])
    expect(readers[0]?.chunks[0]).toBe(readers[1]?.chunks[0])
  })

  it('writes at once after a silence, and gathers while writing takes its share of the time', async () => {
    // Each look at the clock takes 1 ms: so does a flush.
    let time = 0
    const one = new Hub({ now: () => 0, clock: () => time++ })
    onTestFinished(() => one.close())
    const reader = new Reader()
    one.subscribe(reader.subscriber, sessionTopic('s'))
    one.publish([published('turn_started', 1)])
    await vi.advanceTimersByTimeAsync(0)
    expect(reader.chunks).toHaveLength(1)
    one.publish([published('text_delta', 2)])
    await vi.advanceTimersByTimeAsync(1)
    one.publish([published('text_delta', 3)])
    expect(reader.chunks).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2)
    expect(reader.chunks).toHaveLength(2)
    time += 100
    one.publish([published('text_delta', 4)])
    await vi.advanceTimersByTimeAsync(0)
    expect(reader.frames.map((frame) => frame.seq)).toEqual([1, 2, 3, 4])
  })

  it('gives the one who asked its ref, in its place, and the others the plain event', async () => {
    const one = hub()
    const [asker, other] = [new Reader('a'), new Reader('b')]
    for (const { subscriber } of [asker, other]) one.subscribe(subscriber, tenantTopic('local'))
    one.publish([
      published('session_updated', 1),
      published('session_updated', 2, { reply: { type: 'session_updated', client: 'a', ref: 'r' } }),
      published('session_updated', 3),
    ])
    await turn()
    expect(asker.frames.map(({ seq, ref }) => [seq, ref])).toEqual([
      [1, undefined],
      [2, 'r'],
      [3, undefined],
    ])
    expect(other.frames.map(({ seq, ref }) => [seq, ref])).toEqual([
      [1, undefined],
      [2, undefined],
      [3, undefined],
    ])
  })

  it('does not give a newcomer what was published before it came, nor take it from who was there', async () => {
    const one = hub()
    const [early, late] = [new Reader('a'), new Reader('b')]
    one.subscribe(early.subscriber, sessionTopic('s'))
    one.publish([published('turn_started', 1)])
    one.subscribe(late.subscriber, sessionTopic('s'))
    one.publish([published('text_delta', 2)])
    one.unsubscribe(early.subscriber, sessionTopic('s'))
    one.publish([published('text_delta', 3)])
    await turn()
    expect(early.frames.map((frame) => frame.seq)).toEqual([1, 2])
    expect(late.frames.map((frame) => frame.seq)).toEqual([2, 3])
  })

  it('forgets who is gone', async () => {
    const one = hub()
    const reader = new Reader()
    one.subscribe(reader.subscriber, sessionTopic('s'))
    expect(one.count(sessionTopic('s'))).toBe(1)
    one.remove(reader.subscriber)
    one.subscribe(reader.subscriber, sessionTopic('s'))
    expect(one.count(sessionTopic('s'))).toBe(0)
    expect([...one.subscribers]).toEqual([])
  })
})

describe('a slow reader', () => {
  const budget = { bytes: 1_000_000, items: 8 }

  it('misses ephemeral events first, is told so, and catches up', async () => {
    const one = hub()
    const slow = new Reader('slow', budget)
    one.subscribe(slow.subscriber, sessionTopic('s'))
    slow.stalled = true
    const publish = async (type: 'turn_started' | 'text_delta', seq: number) => {
      one.publish([published(type, seq)])
      await turn()
    }
    for (let seq = 1; seq <= 5; seq++) await publish('text_delta', seq)
    await publish('text_delta', 6)
    await publish('text_delta', 7)
    await publish('turn_started', 8)
    slow.release()
    await publish('text_delta', 9)
    expect(slow.closed).toBe(false)
    expect(
      slow.frames.map((frame) => frame.seq ?? [frame.type, frame.fromSeq, frame.toSeq, frame.reason]),
    ).toEqual([1, 2, 3, 4, 5, ['gap', 5, 7, 'slow'], 8, 9])
  })

  it('is told what it missed as soon as it has caught up, also when nothing follows', async () => {
    const one = hub()
    const slow = new Reader('slow', budget)
    one.subscribe(slow.subscriber, sessionTopic('s'))
    slow.stalled = true
    for (let seq = 1; seq <= 7; seq++) {
      one.publish([published('text_delta', seq)])
      await turn()
    }
    slow.release()
    expect(slow.frames.at(-1)).toEqual({ type: 'gap', sessionId: 's', fromSeq: 5, toSeq: 7, reason: 'slow' })
  })

  it('is closed within 30 s when its socket takes nothing, also while it joins', () => {
    let now = 0
    const one = new Hub({ now: () => now })
    onTestFinished(() => one.close())
    const [live, joining] = [new Reader('live', budget), new Reader('joining', budget)]
    one.subscribe(live.subscriber, sessionTopic('s'))
    one.withhold(joining.subscriber, 's')
    for (const reader of [live, joining]) {
      reader.stalled = true
      reader.subscriber.replay(Buffer.from('x'))
    }
    for (; now < 29_000; now += 1000) vi.advanceTimersByTime(1000)
    expect([live.closed, joining.closed]).toEqual([true, true])
  })

  it('is closed when durable events exceed its budget; others get everything', async () => {
    const one = hub()
    const [slow, fast] = [new Reader('slow', budget), new Reader('fast', budget)]
    for (const { subscriber } of [slow, fast]) one.subscribe(subscriber, sessionTopic('s'))
    slow.stalled = true
    for (let seq = 1; seq <= 12; seq++) {
      one.publish([published('turn_started', seq)])
      await turn()
      await turn()
    }
    expect(slow.closed).toBe(true)
    expect(fast.closed).toBe(false)
    expect(fast.frames).toHaveLength(12)
  })

  it('is closed when its socket takes nothing for long, and not while it takes something', () => {
    const slow = new Reader('slow', budget, 0)
    slow.stalled = true
    slow.subscriber.write(Buffer.from('x'), 1)
    slow.subscriber.checkStalled(20_000, 25_000)
    expect(slow.closed).toBe(false)
    slow.release()
    slow.subscriber.write(Buffer.from('y'), 1)
    slow.subscriber.checkStalled(26_000, 25_000)
    expect(slow.closed).toBe(false)
    slow.subscriber.checkStalled(52_000, 25_000)
    expect(slow.closed).toBe(true)
  })
})
