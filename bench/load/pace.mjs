/** When events are due at a steady rate: those that were held up are still sent, with the time they were due. */
export class Pace {
  #rate
  #begin
  #given = 0

  /** @param {number} rate events a second @param {number} begin in µs */
  constructor(rate, begin) {
    this.#rate = rate
    this.#begin = begin
  }

  /** When the next event was due, if it is; undefined when it is too early. @param {number} now in µs */
  next(now) {
    const due = Math.round(this.#begin + (this.#given * 1e6) / this.#rate)
    if (due > now) return undefined
    this.#given += 1
    return due
  }
}
