/** Lets one at a time do something about a key. Who comes meanwhile is not kept waiting, but told when to come again. */
export class OneAtATime {
  readonly #running = new Map<string, Promise<void>>()

  /** What came of `task`; or, where another is at it, `over`, which resolves when that one is done. */
  async run<T>(key: string, task: () => Promise<T>): Promise<{ came: T } | { over: Promise<void> }> {
    const over = this.#running.get(key)
    if (over) return { over }
    const running = task().finally(() => this.#running.delete(key))
    const done = () => undefined
    this.#running.set(key, running.then(done, done))
    return { came: await running }
  }
}
