import { eventIdOf } from './ledger.mjs'

/**
 * @typedef {{session: string, worker: number, n: number}} Payload
 * @typedef {{type: string, sessionId: string, seq: number, ts: number,
 *   notify?: {eventId?: string, payload: Payload}}} WireEvent
 * @typedef {'lost' | 'duplicated' | 'reordered'} Fault
 */

/** One session as the looks so far have shown it. */
class Shown {
  head = 0
  /** @type {Map<string, number>} */
  seqs = new Map()
  /** @type {Map<number, number>} */
  counters = new Map()
}

/** Holds what is read back and what was seen live against what was acknowledged. Every fault counts once. */
export class Check {
  /** @type {import('./ledger.mjs').Ledger} */
  #ledger
  /** @type {Record<Fault, Map<string, string>>} */
  #faults = { lost: new Map(), duplicated: new Map(), reordered: new Map() }
  /** @type {Map<string, Shown>} */
  #shown = new Map()
  /** @type {Map<string, string>} */
  #prints = new Map()
  /** @type {Map<string, number>} */
  #delivered = new Map()
  /** @type {Map<string, string>} */
  #published = new Map()

  /** @param {import('./ledger.mjs').Ledger} ledger */
  constructor(ledger) {
    this.#ledger = ledger
  }

  /** An event as a subscriber saw it: published, so committed. @param {string} subscriber @param {WireEvent} event */
  live(subscriber, event) {
    const topic = `${subscriber} ${event.sessionId}`
    const last = this.#delivered.get(topic) ?? 0
    if (event.seq <= last) this.#fault('reordered', `${topic} ${event.seq}`, `came after seq ${last}`)
    this.#delivered.set(topic, event.seq)
    this.#holdsItsSeq(event)
    const id = event.notify?.eventId
    if (id !== undefined) this.#published.set(id, event.notify?.payload.session ?? '')
  }

  /** The seq after which the next look at a session may begin. @param {string} session */
  head(session) {
    return this.#shown.get(session)?.head ?? 0
  }

  /**
   * Takes in what was read back of every session: all of it, or what lies after its head.
   * @param {Map<string, WireEvent[]>} sessions @param {{whole: boolean}} how
   */
  look(sessions, { whole }) {
    for (const [session, events] of sessions) {
      const before = this.#shown.get(session) ?? new Shown()
      const now = whole ? new Shown() : before
      for (const event of events) this.#take(session, event, now)
      if (whole) this.#compare(session, before, now)
      this.#shown.set(session, now)
    }
    for (const { eventId, session } of this.#ledger.acknowledged()) {
      this.#stored(session, eventId, 'was acknowledged')
    }
    for (const [eventId, session] of this.#published) this.#stored(session, eventId, 'was seen live')
  }

  verdict() {
    const { lost, duplicated, reordered } = this.#faults
    const details = Object.entries(this.#faults).flatMap(([fault, found]) =>
      [...found].map(([key, why]) => `${fault}: ${key} ${why}`),
    )
    return { lost: lost.size, duplicated: duplicated.size, reordered: reordered.size, details }
  }

  /** @param {string} session @param {WireEvent} event @param {Shown} shown */
  #take(session, event, shown) {
    if (event.seq <= shown.head) {
      this.#fault('reordered', `${session} ${event.seq}`, `was read after seq ${shown.head}`)
    }
    shown.head = Math.max(shown.head, event.seq)
    this.#holdsItsSeq(event)
    const id = event.notify?.eventId
    if (event.notify === undefined || id === undefined) return
    const { payload } = event.notify
    if (payload.session !== session || eventIdOf(payload) !== id) {
      this.#fault('lost', id, `is stored in ${session} as ${JSON.stringify(payload)}`)
    }
    const twin = shown.seqs.get(id)
    if (twin !== undefined) {
      this.#fault('duplicated', id, `is at seq ${twin} and ${event.seq}`)
      return
    }
    shown.seqs.set(id, event.seq)
    const last = shown.counters.get(payload.worker) ?? 0
    if (payload.n <= last) {
      this.#fault('reordered', id, `is stored after the later ${eventIdOf({ ...payload, n: last })}`)
    }
    shown.counters.set(payload.worker, Math.max(last, payload.n))
  }

  /** A look at everything must show again what earlier looks showed. @param {string} session @param {Shown} before @param {Shown} now */
  #compare(session, before, now) {
    for (const [id, seq] of before.seqs) {
      const found = now.seqs.get(id)
      if (found === undefined) this.#fault('lost', id, `was at seq ${seq} of ${session} and is gone`)
      else if (found !== seq) this.#fault('reordered', id, `was at seq ${seq} and is at ${found}`)
    }
  }

  /** A seq anyone has seen belongs to that event for ever. @param {WireEvent} event */
  #holdsItsSeq(event) {
    const place = `${event.sessionId} ${event.seq}`
    const print = printOf(event)
    const known = this.#prints.get(place)
    if (known === undefined) this.#prints.set(place, print)
    else if (known !== print) this.#fault('reordered', place, `was ${known} and is ${print}`)
  }

  /** @param {string} session @param {string} id @param {string} why */
  #stored(session, id, why) {
    if (!this.#shown.get(session)?.seqs.has(id)) this.#fault('lost', id, why)
  }

  /** @param {Fault} fault @param {string} key @param {string} why */
  #fault(fault, key, why) {
    if (!this.#faults[fault].has(key)) this.#faults[fault].set(key, why)
  }
}

/** What makes an event this event. @param {WireEvent} event */
function printOf(event) {
  const id = event.notify?.eventId
  if (id !== undefined) return `${event.type} ${event.ts} ${id}`
  return JSON.stringify(Object.fromEntries(Object.entries(event).sort(([a], [b]) => (a < b ? -1 : 1))))
}
