import { connect } from 'node:net'
import { LineCounter } from './line-counter.mjs'
import { fail } from './load-process.mjs'

const READ_BYTES = 262_144
// Read into again and again, by every connection: a read is looked at before the next one happens.
const buffer = Buffer.allocUnsafe(READ_BYTES)

/**
 * One stream of NDJSON, as cheap as JavaScript can make it: it only counts lines, unless `onLine` wants them.
 * @typedef {object} LineReaderSettings
 * @property {number} port
 * @property {string} token empty for a server that asks for none
 * @property {string} [path]
 * @property {string} [openedBy] it is open when this has come
 * @property {(line: any) => void} [onLine]
 * @property {(reader: LineReader) => void} [onRead]
 */
export class LineReader {
  counter = new LineCounter()
  #settings
  #socket
  #ending = false
  #rest = ''
  #answered = false
  /** @type {(() => void) | undefined} */
  #opened

  /** @param {LineReaderSettings} settings */
  constructor(settings) {
    this.#settings = settings
    this.#socket = connect({
      port: settings.port,
      host: '127.0.0.1',
      noDelay: true,
      onread: { buffer, callback: (length) => this.#take(buffer.subarray(0, length)) },
    })
    this.#socket.on('error', (error) => this.#ending || fail(error))
    this.#socket.on('close', () => this.#ending || fail('the server closed a stream'))
  }

  /** Resolves when the server has answered. @returns {Promise<void>} */
  open() {
    const { port, token, path = '/rpc/stream' } = this.#settings
    const head = [
      `GET ${path} HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      `Authorization: Bearer ${token}`,
      'Accept: application/x-ndjson',
    ]
    this.#socket.write(`${head.join('\r\n')}\r\n\r\n`)
    return new Promise((resolve) => {
      this.#opened = resolve
    })
  }

  end() {
    this.#ending = true
    this.#socket.destroy()
  }

  /** @param {Buffer} bytes */
  #take(bytes) {
    let chunk = bytes
    if (!this.#answered) {
      const text = bytes.toString('latin1')
      const end = text.indexOf('\r\n\r\n')
      if (!text.startsWith('HTTP/1.1 200') || end < 0) fail(`a stream was answered ${text}`)
      chunk = bytes.subarray(end + 4)
      this.#answered = true
    }
    this.counter.take(chunk)
    if (this.#opened && chunk.includes(this.#settings.openedBy ?? '')) {
      this.#opened()
      this.#opened = undefined
    }
    if (this.#settings.onLine) this.#parse(chunk)
    this.#settings.onRead?.(this)
    return true
  }

  /** @param {Buffer} chunk */
  #parse(chunk) {
    const lines = `${this.#rest}${chunk.toString('latin1')}`.split('\n')
    this.#rest = lines.pop() ?? ''
    // Chunks begin with their size: it stands before the brace.
    for (const line of lines) {
      const start = line.startsWith('data: {') ? 6 : 0
      if (line[start] === '{') this.#settings.onLine?.(JSON.parse(line.slice(start)))
    }
  }
}
