import { Failure } from './failure.js'
import { mismatch, show } from './match.js'
import type { Frame } from './witness.js'

interface Waiter<F> {
  wanted: object
  from: number
  found: (frame: F) => void
  failed: (failure: Failure) => void
}

/** Frames as they arrive, and those who wait for one of them. Nobody waits longer than the case may take. */
export class Inbox<F extends object = Frame> {
  readonly frames: F[] = []
  readonly #waiting = new Set<Waiter<F>>()
  readonly #named: (frame: F) => string
  #over: string | undefined

  /** `named` is how a frame is called where what was heard is told. */
  constructor(signal: AbortSignal, named: (frame: F) => string = typed) {
    this.#named = named
    signal.addEventListener('abort', () => this.end('its time was over'), { once: true })
  }

  take(frame: F): void {
    const index = this.frames.push(frame) - 1
    for (const waiter of this.#waiting) {
      if (index < waiter.from || mismatch(frame, waiter.wanted) !== undefined) continue
      this.#waiting.delete(waiter)
      waiter.found(frame)
    }
  }

  /** Nothing more will come. */
  end(why: string): void {
    this.#over ??= why
    for (const waiter of this.#waiting) waiter.failed(this.#missed(waiter))
    this.#waiting.clear()
  }

  /** The first frame that fits, of those from an index on; waits for it. */
  frame(wanted: object, from = 0): Promise<F> {
    const known = this.frames.find((frame, index) => index >= from && mismatch(frame, wanted) === undefined)
    if (known) return Promise.resolve(known)
    return new Promise((found, failed) => {
      const waiter: Waiter<F> = { wanted, from, found, failed }
      if (this.#over !== undefined) failed(this.#missed(waiter))
      else this.#waiting.add(waiter)
    })
  }

  #missed({ wanted, from }: Waiter<F>): Failure {
    const heard = this.frames.slice(from).map(this.#named)
    return new Failure(`waited for ${show(wanted)} until ${this.#over}; heard ${show(heard)}`)
  }
}

function typed(frame: object): string {
  const { type, code } = frame as Frame
  return code ? `${type} ${code}` : type
}
