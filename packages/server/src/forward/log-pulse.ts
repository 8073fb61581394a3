import type { EventType } from '@signalbox/protocol'
import type { Log } from '../log/log.js'

interface Waiting {
  tenantId: string
  wake: () => void
}

/** Wakes those who read the log at their own pace when something for them was published. */
export class LogPulse {
  readonly #waiting = new Set<Waiting>()
  /** By tenant: where the last event of these types is. */
  readonly #last = new Map<string, number>()
  #closed = false

  constructor(log: Pick<Log, 'onPublish'>, types: ReadonlySet<EventType>) {
    log.onPublish((events) => {
      const touched = new Set<string>()
      for (const { type, tenantId, offset } of events) {
        if (!types.has(type)) continue
        this.#last.set(tenantId, offset)
        touched.add(tenantId)
      }
      for (const one of this.#waiting) if (touched.has(one.tenantId)) this.#wake(one)
    })
  }

  /** Resolves when there is something after the offset, when `give` up is told, or at the end. */
  after(tenantId: string, offset: number, giveUp?: (wake: () => void) => void): Promise<void> {
    if (this.#closed || (this.#last.get(tenantId) ?? 0) > offset) return Promise.resolve()
    return new Promise((resolve) => {
      const one = { tenantId, wake: resolve }
      this.#waiting.add(one)
      giveUp?.(() => this.#wake(one))
    })
  }

  close(): void {
    this.#closed = true
    for (const one of this.#waiting) this.#wake(one)
  }

  #wake(one: Waiting): void {
    this.#waiting.delete(one)
    one.wake()
  }
}
