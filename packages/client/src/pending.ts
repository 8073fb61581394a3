import type { Clock } from './clock.js'
import type { AnyFrame } from './frame.js'
import { type GatewayError, localError, refusal } from './gateway-error.js'

/** Longer than the gateway takes for anything it answers. */
const TIMEOUT_MS = 30_000

interface Waiting {
  resolve(frame: AnyFrame): void
  reject(error: GatewayError): void
  cancel(): void
}

/** Messages sent and not answered yet, found again by their `ref`. */
export class Pending {
  readonly #clock: Clock
  readonly #waiting = new Map<string, Waiting>()
  #count = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** A fresh ref, and the promise of what answers it. `givenUp` is told the ref of one that nobody waits for any longer. */
  open(givenUp: (ref: string) => void = () => {}): { ref: string; answer: Promise<AnyFrame> } {
    this.#count += 1
    const ref = `c${this.#count}`
    const answer = new Promise<AnyFrame>((resolve, reject) => {
      const cancel = this.#clock.after(TIMEOUT_MS, () => {
        this.#waiting.delete(ref)
        givenUp(ref)
        reject(localError('RequestTimeout', 'the gateway did not answer in 30 seconds'))
      })
      this.#waiting.set(ref, { resolve, reject, cancel })
    })
    return { ref, answer }
  }

  /** True when somebody waited for this frame. */
  settle(frame: AnyFrame): boolean {
    const ref = typeof frame.ref === 'string' ? frame.ref : ''
    const waiting = this.#waiting.get(ref)
    if (!waiting) return false
    this.#waiting.delete(ref)
    waiting.cancel()
    if (frame.type === 'error') waiting.reject(refusal(frame))
    else waiting.resolve(frame)
    return true
  }

  /** The connection is gone: whether these were done is unknown. */
  failAll(error: GatewayError): void {
    for (const waiting of this.#waiting.values()) {
      waiting.cancel()
      waiting.reject(error)
    }
    this.#waiting.clear()
  }
}
