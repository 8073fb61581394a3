import type { Event } from '@signalbox/protocol'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { FollowingDialect, SaidEvent } from '../dialects/dialect.js'
import { Hub } from './hub.js'
import type { Budget } from './subscriber.js'
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

describe('a dialect that follows', () => {
  /** Says every other event, and holds back what is a piece of text. */
  class Following implements FollowingDialect {
    readonly name = 'rpc'
    readonly whole = true
    readonly heard: number[] = []
    readonly #held: Event[] = []
    readonly event = ({ seq, type }: SaidEvent) =>
      Buffer.from(type === 'text_delta' || seq % 2 === 0 ? '' : `${seq} `)
    readonly control = () => Buffer.from('control ')

    note(event: Event): void {
      this.heard.push(event.seq)
      if (event.type === 'text_delta') this.#held.push(event)
    }

    get owes(): boolean {
      return this.#held.length > 0
    }

    owed(now: number): { event: Event; frame: Buffer }[] {
      return this.#held
        .splice(0)
        .map((event) => ({ event, frame: Buffer.from(`owed ${event.seq} at ${now} `) }))
    }
  }

  function following(id: string, dialect: Following, budget?: Budget) {
    const reader = new Reader(id, budget)
    reader.subscriber.dialect = dialect
    return reader
  }
  const said = ({ chunks }: Reader) => Buffer.concat(chunks).toString().trim()

  it('hears everything in order, also while nobody speaks it; what it does not say is not written', async () => {
    const one = hub()
    const dialect = new Following()
    one.follow(dialect)
    one.publish([published('turn_started', 1), published('turn_started', 2)])
    const reader = following('a', dialect)
    one.subscribe(reader.subscriber, sessionTopic('s'))
    one.publish([published('turn_started', 3), published('turn_started', 4)])
    one.publish([published('turn_started', 6)])
    await turn()
    expect(dialect.heard).toEqual([1, 2, 3, 4, 6])
    expect([said(reader), reader.chunks.length]).toEqual(['3', 1])
    expect(reader.subscriber.place).toEqual({ sessionId: 's', seq: 3, offset: 3 })
  })

  it('tells soon what it holds back, to who is on a topic of it; it may keep it while nobody speaks it', async () => {
    const one = hub()
    const dialect = new Following()
    one.follow(dialect)
    one.publish([published('text_delta', 1)])
    expect(vi.getTimerCount()).toBe(1)
    const [reader, other] = [following('a', dialect), following('b', dialect)]
    one.subscribe(reader.subscriber, sessionTopic('s'))
    one.subscribe(other.subscriber, sessionTopic('t'))
    one.publish([published('text_delta', 3)])
    await vi.advanceTimersByTimeAsync(110)
    expect([said(reader), said(other)]).toEqual(['owed 1 at 0 owed 3 at 0', ''])
    expect(reader.subscriber.place).toEqual({ sessionId: 's', seq: 3, offset: 3 })
    // Only the look for stalled readers is left.
    expect(vi.getTimerCount()).toBe(1)
  })

  it('says what is no event to those who speak it, once, in its place', async () => {
    const one = hub()
    const dialect = new Following()
    one.follow(dialect)
    const [both, plain] = [following('a', dialect), new Reader('b')]
    for (const { subscriber } of [both, plain])
      one.subscribe(subscriber, sessionTopic('s'), tenantTopic('local'))
    one.publish([published('turn_started', 1)])
    const event = { type: 'session_updated', sessionId: 's', seq: 1, offset: 1 } as const
    one.say(dialect, [sessionTopic('s'), tenantTopic('local')], { event, frame: Buffer.from('said ') })
    one.publish([published('turn_started', 3)])
    await turn()
    expect(said(both)).toBe('1 said 3')
    expect(plain.frames.map(({ seq }) => seq)).toEqual([1, 3])
    // A place never goes back.
    both.subscriber.reached({ sessionId: 's', seq: 2, offset: 5 })
    expect(both.subscriber.place).toEqual({ sessionId: 's', seq: 3, offset: 5 })
    // Numbers of one session say nothing in another.
    both.subscriber.reached({ sessionId: 't', seq: 1, offset: 6 })
    expect(both.subscriber.place).toEqual({ sessionId: 't', seq: 1, offset: 6 })
  })

  it('leaves nothing out for who is slow: such a one is closed, and its place is what it was given', async () => {
    const one = hub()
    const dialect = new Following()
    one.follow(dialect)
    const slow = following('slow', dialect, { bytes: 1_000_000, items: 2 })
    one.subscribe(slow.subscriber, sessionTopic('s'))
    slow.stalled = true
    for (let seq = 1; seq <= 11; seq += 2) {
      one.publish([published('turn_started', seq)])
      await turn()
    }
    expect([said(slow), slow.closed]).toEqual(['1 3 5', true])
    expect(slow.subscriber.place).toEqual({ sessionId: 's', seq: 5, offset: 5 })
  })
})

describe('a reader whose output is held', () => {
  it('gets what is for it alone at once, and what everyone got after it, when it is let go', async () => {
    const one = hub()
    const reader = new Reader()
    reader.subscriber.hold()
    one.subscribe(reader.subscriber, sessionTopic('s'))
    one.publish([published('turn_started', 1)])
    await turn()
    one.publish([published('turn_started', 2)])
    reader.subscriber.reply({ type: 'mine' })
    await turn()
    expect(reader.frames.map(({ type }) => type)).toEqual(['mine'])
    expect(reader.subscriber.place).toBeUndefined()
    const first = reader.subscriber.dialect.control({ type: 'first' })
    expect(reader.subscriber.letGo(first, { sessionId: 't', seq: 9, offset: 1 })).toBe(true)
    expect(reader.subscriber.place).toEqual({ sessionId: 's', seq: 2, offset: 2 })
    one.publish([published('turn_started', 3)])
    await turn()
    expect(reader.frames.map(({ type, seq }) => seq ?? type)).toEqual(['mine', 'first', 1, 2, 3])
    expect(reader.subscriber.place).toEqual({ sessionId: 's', seq: 3, offset: 3 })
  })

  it('forgets it where it was more than may wait, and says so', async () => {
    const one = hub()
    const reader = new Reader('a', { bytes: 1_000_000, items: 2 })
    reader.subscriber.hold()
    one.subscribe(reader.subscriber, sessionTopic('s'))
    for (let seq = 1; seq <= 3; seq++) {
      one.publish([published('turn_started', seq)])
      await turn()
    }
    expect(reader.subscriber.letGo(Buffer.from('x'))).toBe(false)
    expect([reader.chunks.length, reader.closed]).toEqual([0, false])
    one.publish([published('turn_started', 4)])
    await turn()
    expect(reader.frames.map(({ seq }) => seq)).toEqual([4])
  })
})

it('knows whether anybody is connected who could answer', () => {
  const one = hub()
  const [reader, person] = [new Reader('a'), new Reader('b')]
  reader.subscriber.listensOnly = true
  expect(one.canAnswer).toBe(false)
  one.subscribe(reader.subscriber, sessionTopic('s'))
  expect(one.canAnswer).toBe(false)
  one.subscribe(person.subscriber)
  expect(one.canAnswer).toBe(true)
  one.remove(person.subscriber)
  expect(one.canAnswer).toBe(false)
})
