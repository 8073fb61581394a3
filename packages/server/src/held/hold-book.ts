import type { JsonObject } from '@signalbox/protocol'
import type { Published } from '../log/log.js'
import { answeringOf } from './decisions.js'
import { type Ending, readEnding } from './ending.js'
import { type HeldHook, Hold, type Told, type Wait } from './hold.js'
import type { HeldRequest } from './hold-id.js'
import type { HoldPolicy, HoldTerm } from './hold-policy.js'

export interface HoldBookDeps {
  policy: Pick<HoldPolicy, 'mayGoOn'>
  /** Monotonic, ms. */
  clock(): number
}

/** How often it is looked at whether a hook that waits for an approver still has one. */
const CHECK_MS = 1_000
/** More wait nowhere; one too many is not held. */
const MAX_HELD = 1_000

const RELEASED: Ending = { kind: 'released' }

/** Who waits for which request just now. */
export class HoldBook {
  readonly #deps: HoldBookDeps
  readonly #holds = new Map<string, Hold>()
  #closed = false

  constructor(deps: HoldBookDeps) {
    this.#deps = deps
  }

  get size(): number {
    return this.#holds.size
  }

  get closed(): boolean {
    return this.#closed
  }

  find(request: HeldRequest): Hold | undefined {
    return this.#holds.get(keyOf(request))
  }

  /** Undefined where no more are taken. */
  add(hook: HeldHook, term: HoldTerm): Hold | undefined {
    if (this.#holds.size >= MAX_HELD) this.#makeRoom()
    if (this.#closed || this.#holds.size >= MAX_HELD) return undefined
    const hold = new Hold(hook, this.#deps.clock)
    this.#holds.set(keyOf(hook.request), hold)
    if (term.longestMs !== Number.POSITIVE_INFINITY) this.#limit(hold, term)
    return hold
  }

  /** Tells those who wait what an event means for them. */
  heard(event: Published): void {
    const { type, sessionId } = event
    if (type === 'session_deleted') {
      for (const hold of this.#holds.values())
        if (hold.hook.request.sessionId === sessionId) this.end(hold, RELEASED)
      return
    }
    const ended = readEnding(event)
    const hold = ended && this.find({ sessionId, requestId: ended.requestId })
    if (hold) this.end(hold, ended.ending)
  }

  /** The request has ended: everybody who waits for it is told so. */
  end(hold: Hold, ending: Ending = RELEASED): void {
    this.#holds.delete(keyOf(hold.hook.request))
    const answer = answerOf(hold.hook, ending)
    hold.tell(() => ({ answer }))
  }

  /** Who can ask again does so at the next gateway; the others go on without an opinion. */
  close(): void {
    this.#closed = true
    for (const hold of this.#holds.values()) hold.tell(stopped)
    this.#holds.clear()
  }

  /** Of requests nobody waits for any more; who comes back for one finds it in the log. */
  #makeRoom(): void {
    for (const [key, hold] of this.#holds) if (!hold.reaches) this.#holds.delete(key)
  }

  #limit(hold: Hold, term: HoldTerm): void {
    const { clock, policy } = this.#deps
    const endsAt = clock() + term.longestMs
    const look = () => {
      if (this.find(hold.hook.request) !== hold) return
      const left = endsAt - clock()
      if (left <= 0 || !policy.mayGoOn(term)) this.end(hold)
      else setTimeout(look, Math.min(left, CHECK_MS)).unref()
    }
    look()
  }
}

/** What a caller is told when the gateway stops. */
export function stopped(wait: Wait): Told {
  return wait === 'poll' ? 'cut' : { answer: {} }
}

/** What a hook answers when its request ends so. */
export function answerOf({ agent, asked, questions }: HeldHook, ending: Ending): JsonObject {
  return answeringOf(agent)?.decision(asked, ending, questions) ?? {}
}

function keyOf({ sessionId, requestId }: HeldRequest): string {
  return `${sessionId} ${requestId}`
}
