import { describe, expect, it } from 'vitest'
import type { JoinStart } from './cursor.js'
import { GatewayError } from './gateway-error.js'
import { SessionStream } from './session-stream.js'
import type { Reader } from './subscription.js'
import { snapshotOf } from './test/fake-gateway.js'

const event = (seq: number) => ({ type: 'turn_started' as const, sessionId: 's', seq, ts: seq })

/** A session with events 1 to `head`, of which `missing` were live only. */
function session(head: number, missing: readonly number[] = []) {
  const joins: JoinStart[] = []
  const reads: number[] = []
  let readers: Reader[] = []
  const kept = (afterSeq: number) =>
    Array.from({ length: head - afterSeq }, (_, index) => afterSeq + index + 1).filter(
      (seq) => !missing.includes(seq),
    )
  const tell = (seq: number) => {
    for (const reader of readers) {
      const item = reader.position.take(event(seq))
      if (item) reader.tell(item)
    }
  }
  return {
    joins,
    reads,
    failing: undefined as GatewayError | undefined,
    get followed() {
      return readers.length
    },
    tell,
    end: (reason?: GatewayError) => readers.forEach((reader) => void reader.end(reason)),
    async join(start: JoinStart, reader: Reader) {
      joins.push(start)
      if (this.failing) throw this.failing
      readers.push(reader)
      const snapshot = snapshotOf('s', { lastSeq: head })
      reader.position.begin(snapshot, start)
      for (const seq of start.afterSeq === undefined ? [] : kept(start.afterSeq)) tell(seq)
      return snapshot
    },
    leave(reader: Reader) {
      readers = readers.filter((other) => other !== reader)
    },
    async read({ afterSeq }: JoinStart, limit: number) {
      reads.push(afterSeq ?? 0)
      if (this.failing) throw this.failing
      const all = kept(afterSeq ?? 0)
      return {
        events: all.slice(0, limit).map(event),
        next: all.length > limit ? (all[limit - 1] ?? null) : null,
      }
    },
  }
}

async function take(stream: SessionStream, count: number) {
  const taken: (number | string)[] = []
  while (taken.length < count) {
    const { value, done } = await stream.next()
    if (done) break
    taken.push(value.type === 'gap' ? `${value.reason} ${value.fromSeq}-${value.toSeq}` : value.seq)
  }
  return taken
}

describe('SessionStream', () => {
  it('says where it was joined, or that it was not', async () => {
    const source = session(7)
    expect(await new SessionStream({ afterSeq: 2 }, 10, source).joined).toBe(7)
    source.failing = new GatewayError('SessionNotFound', 'nowhere')
    expect(await new SessionStream({}, 10, source).joined).toBeUndefined()
  })

  it('yields what is kept, then what comes', async () => {
    const source = session(3)
    const stream = new SessionStream({ afterSeq: 0 }, 10, source)
    expect(await take(stream, 3)).toEqual([1, 2, 3])
    source.tell(4)
    expect(await take(stream, 1)).toEqual([4])
    expect(source.joins).toHaveLength(1)
  })

  it('lets a slow reader read on from the log page by page, then joins where that ends', async () => {
    const source = session(30)
    const stream = new SessionStream({ afterSeq: 0 }, 8, source)
    expect(source.followed).toBe(0)
    expect(await take(stream, 30)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1))
    expect(source.reads).toEqual([8, 12, 16, 20, 24, 28])
    expect(source.joins.at(-1)).toEqual({ afterSeq: 30, epoch: 'e1' })
    source.tell(31)
    expect(await take(stream, 1)).toEqual([31])
  })

  it('names what a slow reader missed because it was live only', async () => {
    const source = session(6, [4, 5])
    const stream = new SessionStream({ afterSeq: 0 }, 2, source)
    expect(await take(stream, 5)).toEqual([1, 2, 3, 'slow 3-5', 6])
  })

  it('joins again from its place when the log cannot be read', async () => {
    const source = session(6)
    source.read = async () => {
      throw new GatewayError('ConnectionLost', 'gone')
    }
    const stream = new SessionStream({ afterSeq: 0 }, 3, source)
    expect(await take(stream, 6)).toEqual([1, 2, 3, 4, 5, 6])
    expect(source.joins.slice(1)).toEqual([{ afterSeq: 3, epoch: 'e1' }])
  })

  it('throws the refusal of its join', async () => {
    const source = session(3)
    source.failing = new GatewayError('SessionNotFound', 'no such session')
    const stream = new SessionStream({}, 10, source)
    await expect(stream.next()).rejects.toMatchObject({ code: 'SessionNotFound' })
    expect(await stream.next()).toEqual({ value: undefined, done: true })
  })

  it('ends without an error when the client is closed', async () => {
    const source = session(3)
    const stream = new SessionStream({ afterSeq: 2 }, 10, source)
    source.end(new GatewayError('ClientClosed', 'closed'))
    expect(await take(stream, 2)).toEqual([3])
  })

  it('leaves the session when the loop is left', async () => {
    const source = session(3)
    for await (const _ of new SessionStream({ afterSeq: 0 }, 10, source)) break
    expect(source.followed).toBe(0)
  })
})
