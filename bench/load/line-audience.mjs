import { LineReader } from './line-reader.mjs'
import { fail } from './load-process.mjs'
import { Readers } from './readers.mjs'

/**
 * Many readers of the same stream of notifications; for those that parse the numbers of their lines must rise.
 * @extends {Readers<LineReader>}
 */
export class LineAudience extends Readers {
  /** @type {{lines: number, seq: number}[]} */
  #orders = []
  #settings

  /** @param {{port: number, token: string, count: number, onRead: (reader: LineReader) => void}} settings */
  constructor(settings) {
    super(
      settings.count,
      (parses, made) => this.#listen(parses, made),
      (reader) => reader.counter.lines,
    )
    this.#settings = settings
  }

  /** Whether each that parses has seen so many, in order. @param {number} events */
  parsed(events) {
    return this.#orders.every(({ lines }) => lines === events)
  }

  /** @param {boolean} parses @param {(reader: LineReader) => void} made */
  async #listen(parses, made) {
    const { port, token, onRead } = this.#settings
    const order = { lines: 0, seq: 0 }
    if (parses) this.#orders.push(order)
    const onLine = (/** @type {any} */ { method, params }) => {
      if (method !== 'item/created') return
      if (params.seq <= order.seq) fail(`seq ${params.seq} came after ${order.seq}`)
      order.seq = params.seq
      order.lines += 1
    }
    const reader = new LineReader({ port, token, onRead, ...(parses ? { onLine } : {}) })
    made(reader)
    await reader.open()
  }
}
