import { median } from '../statistics.mjs'

/**
 * How long many short calls took in all. A clock on the wall is all there is for one thread, and on a busy machine a
 * thread is put aside for milliseconds now and then: some calls of a few µs seem to take a thousand times as long. So each
 * counts as much as the one in the middle of its kind.
 */
export class CallTimes {
  /** @type {Map<number, number[]>} */
  #times = new Map()

  /** @param {number} kind calls of one kind do the same @param {number} micros */
  add(kind, micros) {
    const times = this.#times.get(kind)
    if (times) times.push(micros)
    else this.#times.set(kind, [micros])
  }

  get count() {
    return [...this.#times.values()].reduce((sum, { length }) => sum + length, 0)
  }

  /** In µs. */
  total() {
    return [...this.#times.values()].reduce((sum, times) => sum + times.length * median(times), 0)
  }
}
