/**
 * @typedef {{received?: string, answered?: string, killed?: true, done?: readonly string[]}} Entry what happened, in the
 *   order the receiver wrote it down: a key came, its answer went out, the gateway was killed, its log said keys are done
 * @typedef {'missing' | 'repeated' | 'redone' | 'unfinished'} Fault
 */

/** Holds what a receiver got against what was to be sent, the kills, and what the log said was done. */
export class DeliveryCheck {
  #expected = /** @type {Set<string>} */ (new Set())
  #faults = /** @type {Map<string, string>} */ (new Map())

  /** @param {string} key */
  expect(key) {
    this.#expected.add(key)
  }

  /** Something that is neither done nor on its way to be. @param {string} key @param {string} why */
  unfinished(key, why) {
    this.#fault('unfinished', key, why)
  }

  /** @param {Iterable<Entry>} entries */
  verdict(entries) {
    /** By key: of which gateway it last came, counted by kills. */
    const received = /** @type {Map<string, number>} */ (new Map())
    const answered = new Set()
    const done = new Set()
    let [kills, requests, twice, betweenAnswerAndCommit] = [0, 0, 0, 0]
    for (const { received: key, answered: told, killed, done: said } of entries) {
      if (killed) kills += 1
      for (const one of said ?? []) done.add(one)
      if (told !== undefined) answered.add(told)
      if (key === undefined) continue
      requests += 1
      const before = received.get(key)
      received.set(key, kills)
      if (done.has(key)) this.#fault('redone', key, 'was received after the log said it was done')
      if (before === undefined) continue
      twice += 1
      if (answered.has(key)) betweenAnswerAndCommit += 1
      if (before === kills) this.#fault('repeated', key, 'was received again without a kill in between')
    }
    for (const key of this.#expected)
      if (!received.has(key)) this.#fault('missing', key, 'was never received')
    for (const key of received.keys())
      if (!this.#expected.has(key)) this.#fault('repeated', key, 'was not to be sent')
    const count = (/** @type {Fault} */ fault) =>
      [...this.#faults.keys()].filter((key) => key.startsWith(`${fault} `)).length
    return {
      ...{ keys: this.#expected.size, requests, twice, betweenAnswerAndCommit },
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
