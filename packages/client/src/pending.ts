import type { Clock } from './clock.js'
import type { AnyFrame } from './frame.js'
import { type GatewayError, localError, refusal } from './gateway-error.js'
import type { Outgoing } from './outbox.js'
import { isRepeatable } from './replies.js'

/** Longer than the gateway takes for anything it answers. */
const TIMEOUT_MS = 30_000

interface Waiting {
  message: Outgoing
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

  /** The message under a fresh ref, and the promise of what answers it. `givenUp` is told the ref of one that nobody waits for any longer. */
  open(
    fields: { type: string },
    givenUp: (ref: string) => void = () => {},
  ): { message: Outgoing; answer: Promise<AnyFrame> } {
    const ref = `c${++this.#count}`
    const message = { ...fields, ref }
    const answer = new Promise<AnyFrame>((resolve, reject) => {
      const cancel = this.#clock.after(TIMEOUT_MS, () => {
        this.#waiting.delete(ref)
        givenUp(ref)
        reject(localError('RequestTimeout', 'the gateway did not answer in 30 seconds'))
      })
      this.#waiting.set(ref, { message, resolve, reject, cancel })
    })
    return { message, answer }
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

  /** The connection is gone: whether these were done is unknown. With `mayReturn`, what can be sent again waits on. */
  failAll(error: GatewayError, mayReturn = false): void {
    for (const [ref, { message, cancel, reject }] of this.#waiting) {
      if (mayReturn && isRepeatable(message)) continue
      this.#waiting.delete(ref)
      cancel()
      reject(error)
    }
  }

  /** What a new connection is to send, in the order it was asked for. */
  unanswered(): Outgoing[] {
    return [...this.#waiting.values()].map(({ message }) => message)
  }
}
