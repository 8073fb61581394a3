import { fail } from './load-process.mjs'
import { Order } from './order.mjs'
import { Reader } from './reader.mjs'

const ONE_PARSES_IN = 50
const AT_ONCE = 25

/**
 * Many WebSocket subscribers of the same sessions. Most only count frames; the last of every fifty, and the last of all,
 * reads everything and checks its order (the last, because it is written to after the others: its latency is the worst).
 */
export class Audience {
  /** @type {Reader[]} */
  readers = []
  /** @type {Order[]} */
  #orders = []
  /** @type {Map<Reader, number>} frames that came before the first event */
  #before = new Map()
  #settings

  /**
   * @param {{port: number, token: string, sessions: string[], count: number, onRead: (reader: Reader) => void,
   *   onEvent?: (event: any) => void}} settings `onEvent` hears what is parsed
   */
  constructor(settings) {
    this.#settings = settings
  }

  async connect() {
    const { count } = this.#settings
    for (let first = 0; first < count; first += AT_ONCE) {
      const size = Math.min(AT_ONCE, count - first)
      await Promise.all(Array.from({ length: size }, (_, index) => this.#subscribe(first + index)))
    }
  }

  /** The events one has got; undefined while it connects. @param {Reader} reader */
  eventsOf(reader) {
    const before = this.#before.get(reader)
    return before === undefined ? undefined : reader.counter.long - before
  }

  /** The events all have got together. */
  deliveries() {
    return this.readers.reduce((sum, reader) => sum + (this.eventsOf(reader) ?? 0), 0)
  }

  /** Whether each that parses has seen so many, in order. @param {number} events */
  parsed(events) {
    return this.#orders.every((order) => order.events === events)
  }

  /** @param {number} index */
  async #subscribe(index) {
    const { port, token, sessions, count, onRead } = this.#settings
    const parses = index % ONE_PARSES_IN === ONE_PARSES_IN - 1 || index === count - 1
    const order = new Order()
    if (parses) this.#orders.push(order)
    const onMessage = (/** @type {any} */ message) => parses && this.#follow(order, message)
    const reader = new Reader({ port, token, parses, onMessage, onRead })
    this.readers.push(reader)
    await reader.open()
    await reader.join(sessions)
    this.#before.set(reader, reader.counter.long)
  }

  /** @param {Order} order @param {any} message */
  #follow(order, message) {
    if (typeof message.seq !== 'number' || message.notify?.payload?.at === undefined) return
    this.#settings.onEvent?.(message)
    try {
      order.take(message)
    } catch (error) {
      fail(error)
    }
  }
}
