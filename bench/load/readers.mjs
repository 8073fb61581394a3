const ONE_PARSES_IN = 50
const AT_ONCE = 25

/** What readers of any wire have in common here: an end, and a count of what they got. @typedef {{end(): void}} AnyReader */

/**
 * Many readers of the same events. Most only count; the last of every fifty, and the last of all, reads everything (the
 * last, because it is written to after the others: its latency is the worst).
 * @template {AnyReader} R
 */
export class Readers {
  /** @type {R[]} */
  readers = []
  /** @type {Map<R, number>} what came before the first event */
  #before = new Map()
  #count
  #open
  #got

  /**
   * @param {number} count
   * @param {(parses: boolean, made: (reader: R) => void) => Promise<unknown>} open makes a reader and resolves when it hears everything
   * @param {(reader: R) => number} got how much a reader has got since it was made
   */
  constructor(count, open, got) {
    this.#count = count
    this.#open = open
    this.#got = got
  }

  async connect() {
    for (let first = 0; first < this.#count; first += AT_ONCE) {
      const size = Math.min(AT_ONCE, this.#count - first)
      await Promise.all(Array.from({ length: size }, (_, index) => this.#add(first + index)))
    }
  }

  /** The events one has got; undefined while it connects. @param {R} reader */
  eventsOf(reader) {
    const before = this.#before.get(reader)
    return before === undefined ? undefined : this.#got(reader) - before
  }

  /** The events all have got together. */
  deliveries() {
    return this.readers.reduce((sum, reader) => sum + (this.eventsOf(reader) ?? 0), 0)
  }

  /** @param {number} index */
  async #add(index) {
    const parses = index % ONE_PARSES_IN === ONE_PARSES_IN - 1 || index === this.#count - 1
    /** @type {R | undefined} */
    let made
    await this.#open(parses, (reader) => {
      made = reader
      this.readers.push(reader)
    })
    if (made) this.#before.set(made, this.#got(made))
  }
}
