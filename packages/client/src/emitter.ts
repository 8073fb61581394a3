/** Listeners by kind. A listener added or removed while one is told takes effect with the next. */
export class Emitter<Kinds extends Record<string, unknown>> {
  readonly #listeners = new Map<keyof Kinds, Set<(value: never) => void>>()

  /** Call the result to stop listening. */
  on<K extends keyof Kinds>(kind: K, listener: (value: Kinds[K]) => void): () => void {
    const listeners = this.#listeners.get(kind) ?? new Set()
    this.#listeners.set(kind, listeners)
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  emit<K extends keyof Kinds>(kind: K, value: Kinds[K]): void {
    for (const listener of [...(this.#listeners.get(kind) ?? [])]) {
      ;(listener as (value: Kinds[K]) => void)(value)
    }
  }
}
