import type { JsonObject } from '@signalbox/protocol'
import type { HeldRequest } from './hold-id.js'

/** How a caller waits: its response stays open, or it calls again when the connection breaks. */
export type Wait = 'open' | 'poll'

/** What a caller that waits is told; `cut`: nothing, it is to ask again; `gone`: it has left. */
export type Told = { answer: JsonObject } | 'cut' | 'gone'

/** A caller that waits for the answer to a request. */
interface Caller {
  wait: Wait
  tell(told: Told): void
}

/** How long a caller that asks again may take for it; until then the request counts as held. */
const RETURN_MS = 3_000

/** What is held: the request, whose it is, and what the answer is made of. */
export interface HeldHook {
  request: HeldRequest
  tenantId: string
  agent: string
  asked: JsonObject
  /** The questions of the request, in our words. */
  questions: readonly JsonObject[]
}

/** One held request and the hooks that wait for it: there may be several, where an agent has the same hook twice. */
export class Hold {
  readonly hook: HeldHook
  readonly #clock: () => number
  readonly #callers = new Set<Caller>()
  #returnUntil: number
  #told: ((wait: Wait) => Told) | undefined

  /** The clock is monotonic, in ms. */
  constructor(hook: HeldHook, clock: () => number) {
    this.hook = hook
    this.#clock = clock
    this.#returnUntil = clock() + RETURN_MS
  }

  /** Whether an answer would reach somebody. */
  get reaches(): boolean {
    return this.#callers.size > 0 || this.#clock() < this.#returnUntil
  }

  /** Resolves when there is something to tell, or the caller has left. */
  async wait(wait: Wait, gone: AbortSignal): Promise<Told> {
    if (this.#told) return this.#told(wait)
    return new Promise((resolve) => {
      const caller: Caller = { wait, tell: resolve }
      const leave = () => {
        this.#callers.delete(caller)
        // Who polls comes again; of another nobody will ever hear.
        if (wait === 'poll' && !this.#told) this.#returnUntil = this.#clock() + RETURN_MS
        resolve('gone')
      }
      this.#returnUntil = 0
      this.#callers.add(caller)
      if (gone.aborted) leave()
      else gone.addEventListener('abort', leave, { once: true })
    })
  }

  /** Tells everybody who waits, and who comes too late for it. */
  tell(told: (wait: Wait) => Told): void {
    this.#told = told
    this.#returnUntil = 0
    for (const caller of this.#callers) caller.tell(told(caller.wait))
    this.#callers.clear()
  }
}
