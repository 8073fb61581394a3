/** The requests this page answered itself: of those it says "you". */
export class OwnAnswers {
  readonly #keys = new Set<string>()

  add(key: string): void {
    this.#keys.add(key)
  }

  /** The answer was not taken: somebody else's counts. */
  delete(key: string): void {
    this.#keys.delete(key)
  }

  has(key: string): boolean {
    return this.#keys.has(key)
  }
}

/** Of this page, for as long as it is open. */
export const ownAnswers = new OwnAnswers()
