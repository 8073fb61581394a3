/** Listeners by kind. A listener added or removed while one is told takes effect with the next. */
export class Emitter<Kinds extends Record<string, unknown>> {
  readonly #listeners = new Map<keyof Kinds, Set<(value: never) => void>>()
  readonly #report: (error: unknown) => void

  /** `report` gets what a listener throws: nobody else misses anything for it. */
  constructor(report: (error: unknown) => void = throwLater) {
    this.#report = report
  }

  /** Call the result to stop listening. */
  on<K extends keyof Kinds>(kind: K, listener: (value: Kinds[K]) => void): () => void {
    const listeners = this.#listeners.get(kind) ?? new Set()
    this.#listeners.set(kind, listeners)
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  emit<K extends keyof Kinds>(kind: K, value: Kinds[K]): void {
    for (const listener of [...(this.#listeners.get(kind) ?? [])]) {
      try {
        ;(listener as (value: Kinds[K]) => void)(value)
      } catch (error) {
        this.#report(error)
      }
    }
  }
}

/** As if nobody had caught it: the program hears of its bug, but after everybody was told. */
function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error
  })
}
