import { type Draft, SignalboxError } from '@signalbox/protocol'
import type { Commit, Committed } from '../log/log.js'
import { isStreamed, joined, pieces, sizeOf } from './streamed.js'

/** A commit that takes its place among what the session says. */
type Ordered = Omit<Commit, 'tenantId' | 'session'>

interface Step {
  commit: Ordered
  size: number
  /** Pieces of streams alone: it may wait for more of them. */
  streamed: boolean
  resolve(committed: Committed): void
  reject(error: unknown): void
}

export interface OutletDeps {
  commit(ordered: Ordered): Promise<Committed>
  /** How long pieces of a stream are gathered; 0: not at all. */
  coalesceMs(): number
  /** Monotonic, in ms. */
  clock(): number
  /** The log refuses for good: the session is gone, or something is wrong with what it was given. */
  broken(error: unknown): void
}

/** Pieces are gathered up to this much. */
export const COALESCED = 4 * 1024
/** An agent that waits for room has at most this much on its way to the log. */
const ROOM = 64 * 1024
/** One that does not wait is ended when this much has piled up. */
const OVERFLOW = 32 * 1024 * 1024
const RETRY_MS = 500

/**
 * What one session says, on its way into the log: in order, one commit at a time. Pieces of a stream that come within a
 * moment go as one event: the first after a silence at once, then what was gathered, and always before anything else.
 * While the log cannot write, everything waits here and the agent is held up.
 */
export class Outlet {
  readonly #deps: OutletDeps
  #steps: Step[] = []
  #size = 0
  #busy = false
  #closed = false
  #streamedAt = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined
  #waiting: (() => void)[] = []
  /** Why the log takes nothing just now. */
  #refused: SignalboxError | undefined

  constructor(deps: OutletDeps) {
    this.#deps = deps
  }

  /** Says something of which nobody waits to hear what became. */
  say(draft: Draft): void {
    for (const piece of pieces(draft)) this.#add(piece)
    if (this.#size > OVERFLOW) this.#break(new SignalboxError('internal', 'the agent floods the gateway'))
  }

  /** A commit of its own, after everything said before it. */
  commit(commit: Ordered): Promise<Committed> {
    if (this.#closed) return Promise.reject(new SignalboxError('unavailable', 'the session is ending'))
    if (this.#refused && commit.command) return Promise.reject(this.#refused)
    return new Promise((resolve, reject) => {
      this.#put({ commit, size: 0, streamed: false, resolve, reject })
    })
  }

  /** The last commit of all; also when what was said before had to be given up. */
  last(commit: Ordered): Promise<Committed> {
    return this.#closed ? this.#deps.commit(commit) : this.commit(commit)
  }

  /** Resolves when there is room for more. */
  room(): Promise<void> {
    if (this.#size < ROOM || this.#closed) return Promise.resolve()
    return new Promise((resolve) => void this.#waiting.push(resolve))
  }

  /** Nothing is taken any more; what was said and is not in the log yet is dropped. */
  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    for (const step of this.#steps.splice(0)) {
      step.reject(new SignalboxError('unavailable', 'the session has ended'))
    }
    this.#size = 0
    this.#letIn()
  }

  #add(draft: Draft): void {
    if (this.#closed) return
    const last = this.#steps.at(-1)
    const size = sizeOf(draft)
    // The step at the head may be on its way already.
    if (!last?.commit.command && last && !(this.#busy && this.#steps.length === 1)) {
      this.#size += size
      last.size += size
      this.#extend(last, draft)
      this.#schedule()
      return
    }
    this.#put({ commit: { drafts: [draft] }, size, streamed: isStreamed(draft), resolve() {}, reject() {} })
  }

  #extend(step: Step, draft: Draft): void {
    const { drafts } = step.commit
    const whole = drafts.at(-1)
    const gathers = this.#deps.coalesceMs() > 0
    const both = gathers && whole && joined(whole, draft, COALESCED)
    if (both) drafts[drafts.length - 1] = both
    else drafts.push(draft)
    step.streamed &&= isStreamed(draft)
  }

  #put(step: Step): void {
    this.#size += step.size
    this.#steps.push(step)
    this.#schedule()
  }

  #schedule(): void {
    const [head] = this.#steps
    if (this.#busy || !head) return
    clearTimeout(this.#timer)
    const wait = this.#streamedAt + this.#deps.coalesceMs() - this.#deps.clock()
    const ripe = !head.streamed || this.#steps.length > 1 || head.size >= COALESCED || wait <= 0
    if (ripe) void this.#send(head)
    else this.#timer = setTimeout(() => void this.#send(head), Math.ceil(wait))
  }

  async #send(step: Step): Promise<void> {
    this.#busy = true
    if (step.streamed) this.#streamedAt = this.#deps.clock()
    try {
      const committed = await this.#commit(step)
      this.#done(step)
      step.resolve(committed)
    } catch (error) {
      this.#done(step)
      step.reject(error)
      if (!step.commit.command && !this.#closed) this.#break(error)
    }
    this.#busy = false
    this.#schedule()
    if (this.#size < ROOM) this.#letIn()
  }

  /** While the disk refuses, nothing of the step is in the log: it is tried again as it is. A command is told at once. */
  async #commit({ commit }: Step): Promise<Committed> {
    for (;;) {
      try {
        const committed = await this.#deps.commit(commit)
        this.#refused = undefined
        return committed
      } catch (error) {
        const passing = error instanceof SignalboxError && error.kind === 'unavailable'
        if (commit.command || this.#closed || !passing) throw error
        this.#refuseCommands(error)
        await new Promise<void>((resolve) => {
          this.#timer = setTimeout(resolve, RETRY_MS)
          this.#waiting.push(resolve)
        })
      }
    }
  }

  /** Nobody is kept waiting for a disk that is full. */
  #refuseCommands(error: SignalboxError): void {
    this.#refused = error
    for (const step of this.#steps.filter(({ commit }) => commit.command)) {
      this.#done(step)
      step.reject(error)
    }
  }

  #done(step: Step): void {
    this.#size = Math.max(0, this.#size - step.size)
    this.#steps = this.#steps.filter((other) => other !== step)
  }

  #break(error: unknown): void {
    this.close()
    this.#deps.broken(error)
  }

  #letIn(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }
}
