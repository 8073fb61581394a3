import { comparePlaces, type RecordPlace } from '@signalbox/protocol/log-record'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FoundRecord, RecordPage } from '../log/records.js'
import { type LogFollower, LogTail } from './log-tail.js'

const START = { offset: 0, n: 0 }

/** A log in memory that is read in pages of a few. */
class Memory {
  readonly records: FoundRecord[] = []
  reads = 0
  fails = false
  #held: Promise<void> | undefined
  #offset = 0
  #n = 0
  #cut: RecordPlace = START

  /** Removes all but the newest so many. */
  retain(newest: number): void {
    const removed = this.records.splice(0, this.records.length - newest)
    const { offset, n } = removed.at(-1) ?? this.#cut
    this.#cut = { offset, n }
  }

  add(own: boolean, type: string): RecordPlace {
    if (own) this.#n += 1
    else this.#offset += 1
    const place = { offset: this.#offset, n: own ? this.#n : 0 }
    this.records.push({ ...place, text: type.repeat(10), facets: { severityNumber: 9, types: [type] } })
    return place
  }

  /** The next page is of what is there when it is asked for, and comes when it is let go. */
  hold(): () => void {
    let go = () => {}
    this.#held = new Promise((resolve) => {
      go = resolve
    })
    return go
  }

  async read(after: RecordPlace): Promise<RecordPage> {
    this.reads += 1
    if (this.fails) throw new Error('cannot be read')
    const rest = this.records.filter((record) => comparePlaces(record, after) > 0)
    const records = rest.slice(0, 3)
    const last = records.at(-1)
    const next = last ? { offset: last.offset, n: last.n } : after
    const held = this.#held
    this.#held = undefined
    await held
    return { records, next, more: rest.length > records.length, cut: this.#cut }
  }
}

function open(more: { holds?: number } = {}) {
  const memory = new Memory()
  const faults: unknown[] = []
  const tail = new LogTail({
    ...{ read: (after) => memory.read(after), report: (fault) => void faults.push(fault) },
    ...{ retryMs: 1, ...more },
  })
  const write = (type = 'a', own = false) => tail.advance(memory.add(own, type))
  return { memory, tail, write, faults }
}

const placesOf = (records: readonly FoundRecord[]) => records.map(({ offset, n }) => `${offset}.${n}`)

async function take(follower: LogFollower, count: number): Promise<string[]> {
  const taken: string[] = []
  while (taken.length < count) taken.push(...placesOf(await follower.next()))
  return taken
}

describe('the tail of the log', () => {
  it('is read once for everybody who follows it', async () => {
    const { tail, write, memory } = open()
    const followers = Array.from({ length: 10 }, () => tail.follow(START))
    const heard = followers.map((follower) => take(follower, 3))
    for (let n = 0; n < 3; n++) write()
    for (const one of await Promise.all(heard)) expect(one).toEqual(['1.0', '2.0', '3.0'])
    expect(memory.reads).toBeLessThanOrEqual(4)
  })

  it('gives each what it asked for', async () => {
    const { tail, write } = open()
    const follower = tail.follow(START, { type: 'b' })
    const heard = take(follower, 2)
    for (const type of ['a', 'b', 'a', 'a', 'a', 'b']) write(type)
    expect(await heard).toEqual(['2.0', '6.0'])
  })

  it('lets who fell behind read the log', async () => {
    const { tail, write } = open({ holds: 25 })
    const [quick, slow] = [tail.follow(START), tail.follow(START)]
    const heard = take(quick, 12)
    for (let n = 0; n < 12; n++) write('a', n % 3 === 0)
    const all = await heard
    expect(await take(slow, 12)).toEqual(all)
  })

  it('says once what was removed before somebody who fell behind had read it', async () => {
    const { tail, write, memory } = open({ holds: 25 })
    const [quick, slow] = [tail.follow(START), tail.follow(START)]
    const heard = take(quick, 12)
    for (let n = 0; n < 12; n++) write('a', n > 0)
    await heard
    memory.retain(5)
    expect(placesOf(await slow.next())).toEqual(['1.7', '1.8', '1.9'])
    expect(slow.takeGap()).toEqual({ from: START, to: { offset: 1, n: 6 } })
    expect(await take(slow, 2)).toEqual(['1.10', '1.11'])
    expect([slow.takeGap(), quick.takeGap()]).toEqual([undefined, undefined])
  })

  it('says what was removed before anybody had read it', async () => {
    const { tail, write, memory } = open()
    const follower = tail.follow(START, { type: 'b' })
    const first = take(follower, 1)
    write('b')
    await first
    memory.add(false, 'b')
    memory.add(false, 'b')
    memory.retain(1)
    const next = follower.next()
    write('a')
    expect(placesOf(await next)).toEqual(['3.0'])
    expect(follower.takeGap()).toEqual({ from: { offset: 1, n: 0 }, to: { offset: 2, n: 0 } })
  })

  it('is handed out in parts, where somebody takes little at once', async () => {
    const { tail, write } = open()
    const follower = tail.follow(START, { type: 'a' })
    const first = follower.next(1)
    for (const type of ['a', 'b', 'a', 'a', 'b', 'a']) write(type)
    expect(placesOf(await first)).toEqual(['1.0'])
    expect(placesOf(await follower.next(15))).toEqual(['3.0', '4.0'])
    expect(placesOf(await follower.next(15))).toEqual(['6.0'])
  })

  it('is not read while nobody follows', async () => {
    const { tail, write, memory } = open()
    write()
    const follower = tail.follow({ offset: 1, n: 0 })
    const next = follower.next()
    follower.close()
    follower.close()
    expect(await next).toEqual([])
    const { reads } = memory
    write()
    await new Promise((resolve) => setImmediate(resolve))
    expect([memory.reads, tail.size]).toEqual([reads, 0])
  })

  it('is read again where it could not be', async () => {
    const { tail, write, memory, faults } = open()
    const follower = tail.follow(START)
    const heard = take(follower, 1)
    memory.fails = true
    write()
    await expect.poll(() => faults.length).toBeGreaterThan(1)
    memory.fails = false
    expect(await heard).toEqual(['1.0'])
  })

  it('takes nothing of a page that somebody asked for who is gone', async () => {
    const { tail, write, memory } = open()
    const gone = tail.follow(START)
    const unheard = gone.next()
    // Its page is on its way when it goes.
    const late = memory.hold()
    write()
    gone.close()
    expect(await unheard).toEqual([])
    write()
    const comer = tail.follow({ offset: 2, n: 0 })
    const heard = take(comer, 2)
    write()
    late()
    write()
    expect(await heard).toEqual(['3.0', '4.0'])
  })

  it('does not pass over what is written while it learns that the newest was removed', async () => {
    const { tail, write, memory } = open()
    const follower = tail.follow(START)
    const heard = take(follower, 1)
    const removed = memory.add(false, 'a')
    memory.records.pop()
    const late = memory.hold()
    tail.advance(removed)
    write()
    late()
    expect(await heard).toEqual(['2.0'])
  })

  it('ends for who finishes after everything that was written', async () => {
    const { tail, write } = open()
    const follower = tail.follow(START)
    for (let n = 0; n < 7; n++) write()
    follower.finish()
    expect(await take(follower, 7)).toHaveLength(7)
    expect(await follower.next()).toEqual([])
    expect(follower.closed).toBe(true)
  })

  it('tells whoever comes, goes and comes back what a steady follower hears', async () => {
    const step = fc.record({
      own: fc.boolean(),
      type: fc.constantFrom('a', 'b'),
      leave: fc.boolean(),
      pause: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 30 }),
        fc.constantFrom(1, 40, 10_000),
        fc.option(fc.constantFrom('a', 'b'), { nil: undefined }),
        async (steps, holds, type) => {
          const { tail, write, memory } = open({ holds })
          const filter = type === undefined ? {} : { type }
          const heard: string[] = []
          let place: RecordPlace = START
          let comer = tail.follow(place, filter)
          const steady = tail.follow(START, filter)
          let taking = comer.next()
          for (const { own, type, leave, pause } of steps) {
            write(type, own)
            if (pause) await new Promise((resolve) => setImmediate(resolve))
            if (!leave) continue
            comer.close()
            const records = await taking
            heard.push(...placesOf(records))
            const last = records.at(-1)
            if (last) place = { offset: last.offset, n: last.n }
            comer = tail.follow(place, filter)
            taking = comer.next()
          }
          comer.finish()
          steady.finish()
          for (let records = await taking; ; records = await comer.next()) {
            heard.push(...placesOf(records))
            if (comer.closed) break
          }
          const all: string[] = []
          while (!steady.closed) all.push(...placesOf(await steady.next()))
          expect(heard).toEqual(all)
          expect(all).toEqual(
            placesOf(memory.records.filter(({ facets }) => !type || facets.types.includes(type))),
          )
        },
      ),
      { numRuns: 60 },
    )
  })
})
