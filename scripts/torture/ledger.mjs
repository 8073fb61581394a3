/**
 * One event as its sender knows it: the `n`-th that `worker` sends to `session`.
 * @typedef {{eventId: string, session: string, worker: number, n: number}} Submission
 */

/** What the senders sent, in which order, and what of it was acknowledged. */
export class Ledger {
  /** @type {Map<string, Submission>} */
  #acknowledged = new Map()
  /** @type {Map<string, number>} */
  #counters = new Map()
  /** @type {Map<number, Submission[]>} */
  #open = new Map()

  /**
   * What a worker has to send now: first what it sent and saw no answer to, word for word, then something new.
   * @param {number} worker @param {string[]} sessions one submission for each
   */
  take(worker, sessions) {
    const submissions = this.#open.get(worker) ?? sessions.map((session) => this.#next(worker, session))
    this.#open.set(worker, submissions)
    return submissions
  }

  /** The gateway answered all of what the worker took with a 2xx. @param {number} worker */
  acknowledge(worker) {
    for (const submission of this.#open.get(worker) ?? []) {
      this.#acknowledged.set(submission.eventId, submission)
    }
    this.#open.delete(worker)
  }

  acknowledged() {
    return this.#acknowledged.values()
  }

  get size() {
    return this.#acknowledged.size
  }

  /** @param {number} worker @param {string} session @returns {Submission} */
  #next(worker, session) {
    const key = `${worker} ${session}`
    const n = (this.#counters.get(key) ?? 0) + 1
    this.#counters.set(key, n)
    return { eventId: eventIdOf({ session, worker, n }), session, worker, n }
  }
}

/** The id says what the payload says, so a stored event that mixes two submissions is found. */
export function eventIdOf({ session = '', worker = 0, n = 0 }) {
  return `${session}/${worker}/${n}`
}
