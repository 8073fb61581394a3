import type { JsonObject } from '@signalbox/protocol'
import type { HeldRequest } from './hold-id.js'
import type { HoldTerm } from './hold-policy.js'

/** How a caller waits: its response stays open, or it calls again when the connection breaks. */
export type Wait = 'open' | 'poll'

/** What a caller that waits is told; `cut`: nothing, it is to ask again. */
export type Told = { answer: JsonObject } | 'cut' | 'gone'

/** A caller that waits for the answer to a request. */
interface Caller {
  wait: Wait
  tell(told: Told): void
}

/** How long a caller that asks again may take for it; until then the request counts as held. */
const RETURN_MS = 3_000

export interface HoldOptions {
  request: HeldRequest
  term: HoldTerm
  clock(): number
  /** What the callers are told when the request ends so. */
  answer(this: void): never
}

/** One held request and the hooks that wait for it: there may be several, where an agent has the same hook twice. */
export class Hold {
  readonly request: HeldRequest
  readonly agent: string
  /** What the answer is made of. */
  readonly asked: JsonObject
  readonly questionIds: readonly string[]
  readonly #clock: () => number
  readonly #callers = new Set<Caller>()
  #returnUntil: number

  constructor(
    held: { request: HeldRequest; agent: string; asked: JsonObject; questionIds: readonly string[] },
    clock: () => number,
  ) {
    this.request = held.request
    this.agent = held.agent
    this.asked = held.asked
    this.questionIds = held.questionIds
    this.#clock = clock
    this.#returnUntil = clock() + RETURN_MS
  }

  /** Whether an answer would reach somebody. */
  get reaches(): boolean {
    return this.#callers.size > 0 || this.#clock() < this.#returnUntil
  }

  /** Resolves when there is something to tell. `gone` is called back when the caller leaves. */
  wait(wait: Wait, gone: AbortSignal): Promise<Told> {
    return new Promise((resolve) => {
      const caller: Caller = { wait, tell: resolve }
      const leave = () => {
        this.#callers.delete(caller)
        // Who polls comes again; of another nobody will ever hear.
        if (wait === 'poll') this.#returnUntil = this.#clock() + RETURN_MS
        resolve('gone')
      }
      this.#returnUntil = 0
      this.#callers.add(caller)
      if (gone.aborted) leave()
      else gone.addEventListener('abort', leave, { once: true })
    })
  }

  /** Tells everybody who waits. */
  tell(told: (wait: Wait) => Told): void {
    this.#returnUntil = 0
    for (const caller of this.#callers) caller.tell(told(caller.wait))
    this.#callers.clear()
  }
}
