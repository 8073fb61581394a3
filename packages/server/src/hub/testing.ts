import { encodeEvent } from '@signalbox/protocol'
import type { Published } from '../log/log.js'
import type { Dialect } from './dialect.js'
import { type Budget, Subscriber } from './subscriber.js'

/** A dialect that is easy to read in tests: one JSON line per frame. */
export const LINES: Dialect = {
  name: 'lines',
  event: (event, ref) => {
    const wire = JSON.parse(encodeEvent(event, 'snake'))
    return Buffer.from(`${JSON.stringify(ref === undefined ? wire : { ...wire, ref })}\n`)
  },
  control: (frame) => Buffer.from(`${JSON.stringify(frame)}\n`),
}

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
      LINES,
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
    const text = Buffer.concat(this.chunks).toString()
    return text === ''
      ? []
      : text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as Frame)
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
