import { LineReader } from './line-reader.mjs'
import { fail } from './load-process.mjs'

const ONE_PARSES_IN = 50
const AT_ONCE = 25

/**
 * Many readers of the same stream of notifications. Most only count lines; the last of every fifty, and the last of all,
 * reads everything: the numbers of its lines must rise.
 */
export class LineAudience {
  /** @type {LineReader[]} */
  readers = []
  /** @type {{lines: number, seq: number}[]} */
  #orders = []
  /** @type {Map<LineReader, number>} lines that came before the first event */
  #before = new Map()
  #settings

  /** @param {{port: number, token: string, count: number, onRead: (reader: LineReader) => void}} settings */
  constructor(settings) {
    this.#settings = settings
  }

  async connect() {
    const { count } = this.#settings
    for (let first = 0; first < count; first += AT_ONCE) {
      const size = Math.min(AT_ONCE, count - first)
      await Promise.all(Array.from({ length: size }, (_, index) => this.#open(first + index)))
    }
  }

  /** The events one has got; undefined while it connects. @param {LineReader} reader */
  eventsOf(reader) {
    const before = this.#before.get(reader)
    return before === undefined ? undefined : reader.counter.lines - before
  }

  /** The events all have got together. */
  deliveries() {
    return this.readers.reduce((sum, reader) => sum + (this.eventsOf(reader) ?? 0), 0)
  }

  /** Whether each that parses has seen so many, in order. @param {number} events */
  parsed(events) {
    return this.#orders.every(({ lines }) => lines === events)
  }

  /** @param {number} index */
  async #open(index) {
    const { port, token, count, onRead } = this.#settings
    const order = { lines: 0, seq: 0 }
    const parses = index % ONE_PARSES_IN === ONE_PARSES_IN - 1 || index === count - 1
    if (parses) this.#orders.push(order)
    const onLine = (/** @type {any} */ { method, params }) => {
      if (method !== 'item/created') return
      if (params.seq <= order.seq) fail(`seq ${params.seq} came after ${order.seq}`)
      order.seq = params.seq
      order.lines += 1
    }
    const reader = new LineReader({ port, token, onRead, ...(parses ? { onLine } : {}) })
    this.readers.push(reader)
    await reader.open()
    this.#before.set(reader, reader.counter.lines)
  }
}
