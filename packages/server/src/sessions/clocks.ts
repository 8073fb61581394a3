/** Timers by name: one of each at most, and none keeps the process alive. */
export class Clocks<Name extends string> {
  readonly #running = new Map<Name, NodeJS.Timeout>()

  /** From now on; one of the same name is forgotten. */
  start(name: Name, ms: number, fire: () => void): void {
    this.stop(name)
    this.#running.set(name, setTimeout(fire, ms).unref())
  }

  /** Begins again if it runs, which is cheaper than starting another; false if it does not. */
  again(name: Name): boolean {
    return this.#running.get(name)?.refresh() !== undefined
  }

  stop(...names: Name[]): void {
    for (const name of names) {
      clearTimeout(this.#running.get(name))
      this.#running.delete(name)
    }
  }
}
