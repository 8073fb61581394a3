/** Follows every event of one reader: each session's numbers must come one after the other, none twice, none missing. */
export class Order {
  events = 0
  /** @type {Map<string, number>} */
  #last = new Map()

  /** A number that was told otherwise, by a snapshot: the next event follows it. @param {string} sessionId @param {number} seq */
  startAt(sessionId, seq) {
    this.#last.set(sessionId, seq)
  }

  /** Numbers that are told to be missing, in their place. @param {{sessionId: string, fromSeq: number, toSeq: number}} gap */
  skip({ sessionId, fromSeq, toSeq }) {
    const last = this.#last.get(sessionId)
    if (last !== undefined && (fromSeq !== last || toSeq <= fromSeq))
      throw new Error(`a gap of ${sessionId} from ${fromSeq} to ${toSeq} came after ${last}`)
    this.#last.set(sessionId, toSeq)
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
