/** Which requests keep order among each other: those of one lane; a barrier with all others; a free one with none. */
export type Lane = { kind: 'free' } | { kind: 'lane'; key: string } | { kind: 'barrier' }

export const FREE: Lane = { kind: 'free' }
export const BARRIER: Lane = { kind: 'barrier' }

/**
 * Runs the requests of one connection side by side where their order does not matter. In a lane one begins when the
 * one before is over; a barrier begins when all before it are over, and what comes after waits for it.
 */
export class RequestLanes {
  readonly #lasts = new Map<string, Promise<void>>()
  readonly #running = new Set<Promise<void>>()
  #barrier: Promise<void> | undefined
  #waiting: (() => void)[] = []

  /** Begun or waiting to begin. */
  get size(): number {
    return this.#running.size
  }

  /** `task` must not reject. Resolves when it is over. */
  run(lane: Lane, task: () => Promise<void>): Promise<void> {
    const done = this.#before(lane).then(task)
    this.#running.add(done)
    if (lane.kind === 'lane') this.#lasts.set(lane.key, done)
    if (lane.kind === 'barrier') this.#barrier = done
    return done.finally(() => {
      this.#running.delete(done)
      if (lane.kind === 'lane' && this.#lasts.get(lane.key) === done) this.#lasts.delete(lane.key)
      if (this.#barrier === done) this.#barrier = undefined
      for (const resolve of this.#waiting.splice(0)) resolve()
    })
  }

  /** Resolves when fewer than so many are left. */
  async fewerThan(count: number): Promise<void> {
    while (this.#running.size >= count) await new Promise<void>((resolve) => void this.#waiting.push(resolve))
  }

  /** Resolves when everything that was run so far is over. */
  async allOver(): Promise<void> {
    await Promise.all(this.#running)
  }

  async #before(lane: Lane): Promise<void> {
    if (lane.kind === 'barrier') await Promise.all(this.#running)
    else await Promise.all([this.#barrier, lane.kind === 'lane' ? this.#lasts.get(lane.key) : undefined])
  }
}
