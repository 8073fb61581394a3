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
