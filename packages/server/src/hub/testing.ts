import { EventEmitter, once } from 'node:events'
import { readFrames } from '../dialects/testing.js'
import { GATEWAY_DIALECTS } from '../dialects/ws.js'
import type { Published } from '../log/log.js'
import { type Budget, Subscriber } from './subscriber.js'

export type Frame = { type: string; seq?: number } & Record<string, unknown>

/** A subscriber whose socket is in the hand of the test. */
export class Reader {
  readonly subscriber: Subscriber
  readonly chunks: Buffer[] = []
  closed = false
  stalled = false
  #held: (() => void)[] = []

  constructor(id = 'reader', budget?: Budget, now = 0) {
    this.subscriber = new Subscriber(
      id,
      GATEWAY_DIALECTS.snake,
      {
        write: (chunk, done) => {
          this.chunks.push(chunk)
          if (this.stalled) this.#held.push(done)
          else setImmediate(done)
        },
        closeSlow: () => {
          this.closed = true
        },
      },
      now,
      budget,
    )
  }

  /** The socket takes everything it was given. */
  release(): void {
    for (const done of this.#held.splice(0)) done()
  }

  get frames(): Frame[] {
    return readFrames(Buffer.concat(this.chunks)).map((text) => JSON.parse(text) as Frame)
  }
}

/** A socket that takes one write at a time, when it is told to; what it gets is what the bytes are at that moment. */
export class SlowSocket {
  readonly subscriber: Subscriber
  readonly #taken: Buffer[] = []
  readonly #waiting: { chunk: Buffer; done: () => void }[] = []
  readonly #news = new EventEmitter()
  #over = false

  constructor() {
    const write = (chunk: Buffer, done: () => void) => {
      this.#waiting.push({ chunk, done })
      this.#news.emit('news')
    }
    this.subscriber = new Subscriber('slow', GATEWAY_DIALECTS.snake, { write, closeSlow() {} }, 0)
  }

  get taken(): Buffer {
    return Buffer.concat(this.#taken)
  }

  /** True as soon as there is something to take; false when nothing more comes. */
  async written(): Promise<boolean> {
    while (this.#waiting.length === 0 && !this.#over) await once(this.#news, 'news')
    return this.#waiting.length > 0
  }

  take(): void {
    const next = this.#waiting.shift()
    if (!next) return
    this.#taken.push(Buffer.from(next.chunk))
    next.done()
  }

  over(): void {
    this.#over = true
    this.#news.emit('news')
  }
}

export function published(type: Published['type'], seq: number, more: Partial<Published> = {}): Published {
  return {
    v: 1,
    id: `e${seq}`,
    tenantId: 'local',
    sessionId: 's',
    seq,
    offset: seq,
    ts: seq,
    type,
    source: { agent: 'test', via: 'test' },
    data: '{}',
    ...more,
  }
}
