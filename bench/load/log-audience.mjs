import { LineReader } from './line-reader.mjs'
import { fail } from './load-process.mjs'
import { Readers } from './readers.mjs'

/**
 * Many readers of the log stream; for those that parse the times of their records must not fall.
 * @extends {Readers<LineReader>}
 */
export class LogAudience extends Readers {
  /** @type {{records: number, time: bigint}[]} */
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
    return this.#orders.every(({ records }) => records === events)
  }

  /** @param {boolean} parses @param {(reader: LineReader) => void} made */
  async #listen(parses, made) {
    const { port, token, onRead } = this.#settings
    const order = { records: 0, time: 0n }
    if (parses) this.#orders.push(order)
    const onLine = (/** @type {any} */ { body, timeUnixNano }) => {
      if (body?.stringValue !== 'notify event accepted') return
      const time = BigInt(timeUnixNano)
      if (time < order.time) fail(`a record of ${time} came after one of ${order.time}`)
      order.time = time
      order.records += 1
    }
    const path = '/api/logs/stream?replay=0&type=notify_progress'
    const openedBy = 'event: replay_complete'
    const reader = new LineReader({ port, token, path, openedBy, onRead, ...(parses ? { onLine } : {}) })
    made(reader)
    await reader.open()
  }
}
