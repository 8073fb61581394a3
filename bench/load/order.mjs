/** Follows every event of one reader: each session's numbers must come one after the other, none twice, none missing. */
export class Order {
  events = 0
  /** @type {Map<string, number>} */
  #last = new Map()

  /** A number that was told otherwise, by a snapshot: the next event follows it. @param {string} sessionId @param {number} seq */
  startAt(sessionId, seq) {
    this.#last.set(sessionId, seq)
  }

  /** @param {{sessionId: string, seq: number}} event */
  take({ sessionId, seq }) {
    const last = this.#last.get(sessionId)
    if (last !== undefined && seq !== last + 1)
      throw new Error(`seq ${seq} of ${sessionId} came after ${last}`)
    this.#last.set(sessionId, seq)
    this.events += 1
  }
}
