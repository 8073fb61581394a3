/**
 * @typedef {{at: number, received?: string, answered?: string}} Entry what the receiver wrote down, in order
 * @typedef {{at: number, keys: Iterable<string>}} Done what the delivery log said was done, and when it was read
 * @typedef {'missing' | 'repeated' | 'redone' | 'unfinished'} Fault
 */

/** Holds what a receiver got against what was to be sent, the kills, and what the log said was done. */
export class DeliveryCheck {
  #expected = /** @type {Set<string>} */ (new Set())
  #kills = /** @type {number[]} */ ([])
  #doneAt = /** @type {Map<string, number>} */ (new Map())
  #faults = /** @type {Map<string, string>} */ (new Map())

  /** @param {string} key */
  expect(key) {
    this.#expected.add(key)
  }

  /** The gateway was ended at this time. @param {number} at */
  killed(at) {
    this.#kills.push(at)
  }

  /** @param {Done} done */
  done({ at, keys }) {
    for (const key of keys) if (!this.#doneAt.has(key)) this.#doneAt.set(key, at)
  }

  /** Something that is neither done nor on its way to be. @param {string} key @param {string} why */
  unfinished(key, why) {
    this.#fault('unfinished', key, why)
  }

  /** @param {readonly Entry[]} entries */
  verdict(entries) {
    const received = /** @type {Map<string, number[]>} */ (new Map())
    const answered = /** @type {Map<string, number>} */ (new Map())
    for (const { at, received: key, answered: end } of entries) {
      if (key !== undefined) received.set(key, [...(received.get(key) ?? []), at])
      if (end !== undefined && !answered.has(end)) answered.set(end, at)
    }
    for (const key of this.#expected)
      if (!received.has(key)) this.#fault('missing', key, 'was never received')
    let twice = 0
    let betweenAnswerAndCommit = 0
    for (const [key, times] of received) {
      if (!this.#expected.has(key)) this.#fault('repeated', key, 'was not to be sent')
      for (const [index, at] of times.entries()) {
        const before = times[index - 1]
        if (before === undefined) continue
        twice += 1
        if ((answered.get(key) ?? Number.POSITIVE_INFINITY) < at) betweenAnswerAndCommit += 1
        if (!this.#kills.some((kill) => kill > before && kill < at))
          this.#fault('repeated', key, `was received ${times.length} times without a kill in between`)
      }
      const doneAt = this.#doneAt.get(key)
      if (doneAt !== undefined && times.some((at) => at > doneAt))
        this.#fault('redone', key, 'was received after the log said it was done')
    }
    const count = (/** @type {Fault} */ fault) =>
      [...this.#faults.keys()].filter((key) => key.startsWith(`${fault} `)).length
    return {
      ...{ keys: this.#expected.size, twice, betweenAnswerAndCommit },
      requests: [...received.values()].reduce((sum, times) => sum + times.length, 0),
      ...{
        missing: count('missing'),
        repeated: count('repeated'),
        redone: count('redone'),
        unfinished: count('unfinished'),
      },
      details: [...this.#faults].map(([key, why]) => `${key} ${why}`),
    }
  }

  /** @param {Fault} fault @param {string} key @param {string} why */
  #fault(fault, key, why) {
    if (!this.#faults.has(`${fault} ${key}`)) this.#faults.set(`${fault} ${key}`, why)
  }
}
