import { BoundedMap } from './bounded-map.js'

/** So often it is looked whether an agent is free, at first and at last, where nobody says so. */
const FIRST_LOOK_MS = 1_000
const LAST_LOOK_MS = 10_000
/** As many as are ever tried at once. */
const PLENTY = 64
const MAX_KNOWN = 1_000
const FULL = Number.MAX_SAFE_INTEGER

interface Known {
  /** How many of it may be tried at once. */
  room: number
  /** How often in a row its agent was busy. */
  looks: number
  /** What its agent is at. */
  over?: Promise<void>
}

/**
 * Bindings whose agent is at something else. Nothing of them is tried until that is over; then one is, and more as they
 * go through. So a crowd that waits for one agent stays in order, costs next to nothing and keeps no other waiting.
 */
export class BusyBindings {
  readonly #onFree: () => void
  readonly #known = new BoundedMap<number, Known>(MAX_KNOWN)
  readonly #held = new Map<number, NodeJS.Timeout>()

  constructor(onFree: () => void) {
    this.#onFree = onFree
  }

  /** The agent of a binding is busy until `over`; without it, and now and then in any case, it is looked again. */
  busy(binding: number, over?: Promise<void>): void {
    const known = this.#known.get(binding)
    const looks = (known?.looks ?? 0) + (this.#held.has(binding) ? 0 : 1)
    this.#known.set(binding, { room: 1, looks, ...(over ? { over } : {}) })
    clearTimeout(this.#held.get(binding))
    const ms = Math.min(LAST_LOOK_MS, FIRST_LOOK_MS * 2 ** (looks - 1))
    this.#held.set(binding, setTimeout(() => this.#free(binding), ms).unref())
    // A turn may last for days: it is not listened to again with every look.
    if (over && over !== known?.over) void over.then(() => this.#free(binding))
  }

  /** Something of it was tried, and its agent was not busy. */
  passed(binding: number): void {
    const known = this.#known.get(binding)
    if (!known) return
    const room = known.room * 2
    if (room >= PLENTY) this.#known.delete(binding)
    else this.#known.set(binding, { room, looks: 0 })
  }

  /** How many run of each binding, where those that are to have no more count as full. */
  full(running: ReadonlyMap<number, number>): Map<number, number> {
    const counts = new Map(running)
    for (const [binding, count] of running) if (this.#roomOf(binding) <= count) counts.set(binding, FULL)
    for (const binding of this.#held.keys()) counts.set(binding, FULL)
    return counts
  }

  /** Those of a binding that may be tried now, the first first. */
  admit<T extends { binding: number }>(due: readonly T[], running: ReadonlyMap<number, number>): T[] {
    const counts = new Map(running)
    return due.filter(({ binding }) => {
      const count = counts.get(binding) ?? 0
      counts.set(binding, count + 1)
      return !this.#held.has(binding) && count < this.#roomOf(binding)
    })
  }

  close(): void {
    for (const timer of this.#held.values()) clearTimeout(timer)
    this.#held.clear()
  }

  #roomOf(binding: number): number {
    return this.#known.get(binding)?.room ?? FULL
  }

  #free(binding: number): void {
    clearTimeout(this.#held.get(binding))
    if (this.#held.delete(binding)) this.#onFree()
  }
}
