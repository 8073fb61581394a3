import type { Glance } from '@signalbox/protocol'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sseDialect } from '../dialects/sse.js'
import { parseBlock } from '../doors/sse/testing.js'
import { Subscriber } from '../hub/subscriber.js'
import type { Published } from '../log/log.js'
import { WatchBoard } from './board.js'
import { BoardReaders } from './board-readers.js'

const GLANCE: Glance = { state: 'idle', since: 100, agent: 'codex', origin: 'observed' }

/** A board, and readers whose sockets take what they are given when told to. */
function stage() {
  let publish: (events: Published[]) => void = () => {}
  const log = {
    onPublish: (listener: typeof publish) => {
      publish = listener
    },
  }
  const board = new WatchBoard({ log, now: () => 1 })
  const readers = new BoardReaders(board)
  onTestFinished(() => {
    readers.close()
    board.close()
  })
  const see = (sessionId: string, glance: Partial<Glance> = {}, more: Partial<Published> = {}) => {
    const source = { agent: 'x', via: 'x' }
    const place = { v: 1 as const, id: 'e', tenantId: 'local', sessionId, seq: 5, offset: 1, ts: 100, source }
    publish([{ ...place, type: 'watch_state', data: JSON.stringify({ ...GLANCE, ...glance }), ...more }])
  }
  return { readers, see }
}

class Socket {
  readonly written: string[] = []
  readonly #waiting: (() => void)[] = []
  readonly subscriber: Subscriber
  takes: boolean

  constructor(takes = true) {
    this.takes = takes
    const write = (chunk: Buffer, done: () => void) => {
      this.written.push(chunk.toString())
      if (this.takes) done()
      else this.#waiting.push(done)
    }
    this.subscriber = new Subscriber('s', sseDialect('e'), { write, closeSlow: () => {} }, 0)
  }

  drain(): void {
    this.takes = true
    for (const done of this.#waiting.splice(0)) done()
  }

  get blocks() {
    return this.written
      .join('')
      .split('\n\n')
      .filter((text) => text !== '')
      .map((text) => {
        const { event, data = '' } = parseBlock(text)
        return { event, data: JSON.parse(data) }
      })
  }
}

describe('readers of the board', () => {
  it('get the list, then every change', () => {
    const { readers, see } = stage()
    see('a')
    const socket = new Socket()
    readers.join('local', socket.subscriber)
    see('a', { state: 'busy' })
    see('x', {}, { tenantId: 'other' })
    see('a', {}, { type: 'session_deleted', data: '{}', seq: 9 })
    expect(socket.blocks).toEqual([
      { event: 'watch_list', data: { type: 'watch_list', entries: [{ sessionId: 'a', ...GLANCE }] } },
      {
        event: 'watch_state',
        data: { type: 'watch_state', sessionId: 'a', seq: 5, ts: 100, ...GLANCE, state: 'busy' },
      },
      {
        event: 'watch_state',
        data: {
          type: 'watch_state',
          sessionId: 'a',
          seq: 9,
          ts: 100,
          state: 'ended',
          since: 100,
          reason: 'deleted',
          agent: 'codex',
          origin: 'observed',
        },
      },
    ])
  })

  it('get the list again when they have caught up, and no more than they can take before', async () => {
    const { readers, see } = stage()
    const [slow, quick] = [new Socket(false), new Socket()]
    readers.join('local', slow.subscriber)
    readers.join('local', quick.subscriber)
    const message = 'm'.repeat(100_000)
    for (let n = 0; n < 100; n += 1) see(`s${n % 3}`, { message, since: n })
    expect(slow.subscriber.pendingBytes).toBeLessThan(1_500_000)
    expect(quick.blocks).toHaveLength(101)
    slow.drain()
    await slow.subscriber.drained()
    see('s0', { since: 1_000 })
    const { blocks } = slow
    expect(blocks.length).toBeLessThan(20)
    expect(blocks.at(-2)?.event).toBe('watch_list')
    expect(blocks.at(-2)?.data.entries.map(({ since }: Glance) => since)).toEqual([99, 98, 97])
    expect(blocks.at(-1)?.data.since).toBe(1_000)
  })

  it('hear nothing once they are gone', () => {
    const { readers, see } = stage()
    const socket = new Socket()
    readers.join('local', socket.subscriber)
    socket.subscriber.end()
    see('a')
    see('b')
    expect(socket.blocks).toHaveLength(1)
  })
})
