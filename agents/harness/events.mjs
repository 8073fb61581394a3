import { Client } from '@signalbox/client'
import { Until } from './until.mjs'

/** @typedef {Record<string, any> & {type: string, sessionId: string, seq: number, receivedAt: number}} Heard */
/** @typedef {{type?: string | readonly string[], sessionId?: string, where?: (event: Heard) => unknown, after?: number, ms?: number}} Wanted */

/** Everything the gateway tells of all its sessions, as a client in another terminal hears it. */
export class Events {
  /** In the order they came. @type {Heard[]} */
  heard = []
  #client
  #until = new Until()
  /** @type {Set<string>} */
  #known = new Set()
  /** @type {Set<string>} */
  #joined = new Set()

  /** @param {{origin: string, token: string}} address */
  constructor({ origin, token }) {
    this.#client = new Client({ url: origin, token })
    this.#listen().catch(() => {})
    this.#client.on('status', ({ state }) => {
      if (state === 'live') this.#joinAll().catch(() => {})
    })
  }

  /** A place in what was heard; `after` it only what comes later counts. */
  get now() {
    return this.heard.length
  }

  /** The first event that fits. @param {Wanted} wanted @returns {Promise<Heard>} */
  until(wanted) {
    return this.#until.found(() => this.all(wanted)[0], {
      ms: wanted.ms,
      what: `an event ${JSON.stringify(wanted.type ?? '')} ${wanted.where ?? ''}`,
      seen: () => this.told(wanted.sessionId),
    })
  }

  /** Every event so far that fits. @param {Wanted} wanted */
  all({ type, sessionId, where = () => true, after = 0 }) {
    return this.heard
      .slice(after)
      .filter(
        (event) =>
          (type === undefined ||
            (typeof type === 'string' ? type === event.type : type.includes(event.type))) &&
          (sessionId === undefined || sessionId === event.sessionId) &&
          where(event),
      )
  }

  /** What was heard, for a person to read. @param {string} [sessionId] */
  told(sessionId) {
    return this.all(sessionId === undefined ? {} : { sessionId })
      .slice(-40)
      .map(({ sessionId: id, seq, type, receivedAt, ts, ...data }) => {
        return `${id.slice(-6)} ${seq} ${type} ${JSON.stringify(data).slice(0, 200)}`
      })
      .join('\n')
  }

  close() {
    this.#client.close()
  }

  /** @param {object} item */
  #isNew(item) {
    const { sessionId, seq } = /** @type {Heard} */ (item)
    if (seq === undefined) return true
    const known = `${sessionId} ${seq}`
    if (this.#known.has(known)) return false
    this.#known.add(known)
    return true
  }

  /** Those there are: also sessions that began while nobody was connected. */
  async #joinAll() {
    for await (const { id } of this.#client.sessions({ limit: 1000 })) this.#join(id, 0)
  }

  /** @param {string} id @param {number} afterSeq */
  #join(id, afterSeq) {
    if (this.#joined.has(id)) return
    this.#joined.add(id)
    this.#client.join(id, { afterSeq }).catch(() => this.#joined.delete(id))
  }

  /** Every new session from its first event on. */
  async #listen() {
    for await (const item of this.#client.events()) {
      // Until it is joined, a session is heard of on the tenant's topic, and that part again in its replay.
      if (!this.#isNew(item)) continue
      this.heard.push(/** @type {Heard} */ ({ ...item, receivedAt: Date.now() }))
      if (item.type === 'session_created') {
        const { sessionId, seq } = /** @type {Heard} */ (item)
        this.#join(sessionId, seq)
      }
      this.#until.tell()
    }
  }
}
