import { LineReader } from './line-reader.mjs'
import { fail } from './load-process.mjs'
import { Readers } from './readers.mjs'

/**
 * A stream many read: where it is, and the place of an event among the others; undefined for a line that tells of none.
 * @typedef {{at: {path?: string, openedBy?: string}, placeOf: (line: any) => bigint | number | undefined, strictly: boolean}} Stream
 */

/** Notifications as lines of JSON-RPC: their numbers rise. @type {Stream} */
export const LINES = {
  at: {},
  placeOf: ({ method, params }) => (method === 'item/created' ? params.seq : undefined),
  strictly: true,
}

/** The same as log records: their times do not fall. @type {Stream} */
export const RECORDS = {
  at: { path: '/api/logs/stream?replay=0&type=notify_progress', openedBy: 'event: replay_complete' },
  placeOf: ({ body, timeUnixNano }) =>
    body?.stringValue === 'notify event accepted' ? BigInt(timeUnixNano) : undefined,
  strictly: false,
}

/**
 * Many readers of the same stream; for those that parse, what they read must be in order.
 * @extends {Readers<LineReader>}
 */
export class LineAudience extends Readers {
  /** @type {{events: number, place: bigint | number}[]} */
  #orders = []
  #stream
  #settings

  /** @param {Stream} stream @param {{port: number, token: string, count: number, onRead: (reader: LineReader) => void}} settings */
  constructor(stream, settings) {
    super(
      settings.count,
      (parses, made) => this.#listen(parses, made),
      (reader) => reader.counter.lines,
    )
    this.#stream = stream
    this.#settings = settings
  }

  /** Whether each that parses has seen so many, in order. @param {number} events */
  parsed(events) {
    return this.#orders.every((order) => order.events === events)
  }

  /** @param {boolean} parses @param {(reader: LineReader) => void} made */
  async #listen(parses, made) {
    const { port, token, onRead } = this.#settings
    const { at, placeOf, strictly } = this.#stream
    const order = { events: 0, place: /** @type {bigint | number} */ (0) }
    if (parses) this.#orders.push(order)
    const onLine = (/** @type {any} */ line) => {
      const place = placeOf(line)
      if (place === undefined) return
      if (place < order.place || (strictly && place === order.place))
        fail(`an event at ${place} came after one at ${order.place}`)
      order.place = place
      order.events += 1
    }
    const reader = new LineReader({ port, token, ...at, onRead, ...(parses ? { onLine } : {}) })
    made(reader)
    await reader.open()
  }
}
