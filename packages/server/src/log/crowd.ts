const SLOT_MS = 100

/** Of happenings as they come: whether there are so many that those of the next moments are better taken together. */
export class Crowd {
  readonly #many: number
  #slot = 0
  #count = 0
  #before = 0

  /** @param perSecond from how many a second on it is a crowd */
  constructor(perSecond: number) {
    this.#many = (perSecond * SLOT_MS) / 1000
  }

  /** One more, at this time. True when there were many just before it. */
  joins(now: number): boolean {
    const slot = Math.floor(now / SLOT_MS)
    if (slot !== this.#slot) {
      this.#before = slot === this.#slot + 1 ? this.#count : 0
      this.#slot = slot
      this.#count = 0
    }
    this.#count += 1
    return this.#before >= this.#many
  }
}
