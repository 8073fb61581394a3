import { fail } from './load-process.mjs'
import { Order } from './order.mjs'
import { Reader } from './reader.mjs'
import { Readers } from './readers.mjs'

/**
 * Many WebSocket subscribers of the same sessions; those that parse check the order of what they get.
 * @extends {Readers<Reader>}
 */
export class Audience extends Readers {
  /** @type {Order[]} */
  #orders = []
  #settings

  /**
   * @param {{port: number, token: string, sessions: string[], count: number, onRead: (reader: Reader) => void,
   *   onEvent?: (event: any) => void}} settings `onEvent` hears what is parsed
   */
  constructor(settings) {
    super(
      settings.count,
      (parses, made) => this.#subscribe(parses, made),
      (reader) => reader.counter.long,
    )
    this.#settings = settings
  }

  /** Whether each that parses has seen so many, in order. @param {number} events */
  parsed(events) {
    return this.#orders.every((order) => order.events === events)
  }

  /** @param {boolean} parses @param {(reader: Reader) => void} made */
  async #subscribe(parses, made) {
    const { port, token, sessions, onRead } = this.#settings
    const order = new Order()
    if (parses) this.#orders.push(order)
    const onMessage = (/** @type {any} */ message) => parses && this.#follow(order, message)
    const reader = new Reader({ port, token, parses, onMessage, onRead })
    made(reader)
    await reader.open()
    await reader.join(sessions)
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
