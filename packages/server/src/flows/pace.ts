import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Log, Published } from '../log/log.js'

export interface PaceOptions {
  /** A clock that never steps back; ms. */
  clock: () => number
  /** From how many events a second on it is a crowd. */
  crowdPerSecond?: number
  /** The part of the time flows may have in a crowd. */
  share?: number
  /** Ends after so many ms; before, with an error, when the signal comes. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

const SLOT_MS = 250
/**
 * So many written together, twice within so long: somebody waits for the writer. Where the machine is slow that is a crowd
 * too, however few it takes in a second.
 */
const MANY_TOGETHER = 8
const TOGETHER_MS = 1_000
const CROWD_PER_SECOND = 1_000
const SHARE = 0.03
const LONGEST_REST_MS = 1_000

const asleep = (ms: number, signal: AbortSignal) => setTimeout(ms, undefined, { ref: false, signal })

/**
 * How flows give way to what comes in: while the log takes events by the thousand they work for a small part of the time
 * and rest for the remainder; afterwards they go as fast as they can.
 */
export class Pace {
  readonly #clock: () => number
  readonly #many: number
  readonly #share: number
  readonly #sleep: (ms: number, signal: AbortSignal) => Promise<unknown>
  readonly #stopped = new AbortController()
  #slot = 0
  #count = 0
  #before = 0
  /** When many came together: the last time, and the time before. */
  #together: [last: number, before: number] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]

  constructor(log: Pick<Log, 'onPublish'>, options: PaceOptions) {
    const { clock, crowdPerSecond = CROWD_PER_SECOND, share = SHARE, sleep = asleep } = options
    this.#clock = clock
    this.#many = (crowdPerSecond * SLOT_MS) / 1000
    this.#share = share
    this.#sleep = sleep
    log.onPublish((events) => this.#hear(events))
  }

  /** Whether so much came in just before, or in this moment already. */
  get crowded(): boolean {
    this.#turn()
    const since = this.#clock() - this.#together[1]
    return Math.max(this.#count, this.#before) >= this.#many || since < TOGETHER_MS
  }

  /** To be called after work that took so long, by us and by the writer for us. */
  async rest(spentMs: number): Promise<void> {
    if (!this.crowded) {
      await setImmediate()
      return
    }
    const ms = Math.min(LONGEST_REST_MS, spentMs / this.#share)
    await this.#sleep(ms, this.#stopped.signal).catch(() => undefined)
  }

  /** Nobody rests from now on. */
  close(): void {
    this.#stopped.abort()
  }

  /** What flows do themselves is no crowd to give way to. */
  #hear(events: readonly Published[]): void {
    this.#turn()
    let count = 0
    for (const { source } of events) if (source.via !== 'flow') count += 1
    this.#count += count
    if (count >= MANY_TOGETHER) this.#together = [this.#clock(), this.#together[0]]
  }

  #turn(): void {
    const slot = Math.floor(this.#clock() / SLOT_MS)
    if (slot === this.#slot) return
    this.#before = slot === this.#slot + 1 ? this.#count : 0
    this.#count = 0
    this.#slot = slot
  }
}
