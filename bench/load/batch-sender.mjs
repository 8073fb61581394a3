import { once } from 'node:events'
import { connect } from 'node:net'
import { digits, envelope, ZEROS } from './event-text.mjs'
import { micros } from './histogram.mjs'
import { fail } from './load-process.mjs'

const HEAD_END = Buffer.from('\r\n\r\n')
/** Only a refused line has a code. */
const REFUSED = Buffer.from('"code"')

/** One kept-alive connection that posts NDJSON batches, one at a time; between two only digits change. */
export class BatchSender {
  #socket
  #request
  /** @type {number[]} where each line's event id and time stand */
  #places = []
  #index
  #n = 0
  /** @type {Buffer[]} */
  #answer = []
  #answerBytes = 0
  /** @type {() => void} */
  #onAnswer = () => {}
  #closed = () => fail('the server closed a sender')

  /** @param {{port: number, token: string, sessions: string[], size: number, index: number}} settings `index` keeps its event ids apart */
  constructor({ port, token, sessions, size, index }) {
    this.#index = index
    const lines = Array.from(
      { length: size },
      (_, line) => `${envelope(sessions[line % sessions.length] ?? '')}\n`,
    )
    const body = lines.join('')
    const head = [
      'POST /api/events HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      `Authorization: Bearer ${token}`,
      'Content-Type: application/x-ndjson',
      `Content-Length: ${body.length}`,
    ]
    this.#request = Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`, 'latin1')
    for (let at = this.#request.indexOf(ZEROS); at >= 0; at = this.#request.indexOf(ZEROS, at + 1)) {
      this.#places.push(at)
    }
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket.on('data', (chunk) => this.#take(chunk))
    this.#socket.on('error', fail)
    this.#socket.on('close', this.#closed)
  }

  connected() {
    return once(this.#socket, 'connect')
  }

  end() {
    this.#socket.off('close', this.#closed).destroy()
  }

  /** Resolves when the batch is answered. @returns {Promise<void>} */
  send() {
    const at = digits(micros())
    for (let place = 0; place < this.#places.length; place += 2) {
      this.#n += 1
      this.#request.write(digits(this.#index * 1e10 + this.#n), this.#places[place], 'latin1')
      this.#request.write(at, this.#places[place + 1], 'latin1')
    }
    this.#socket.write(this.#request)
    return new Promise((resolve) => {
      this.#onAnswer = resolve
    })
  }

  /** @param {Buffer} chunk */
  #take(chunk) {
    this.#answer.push(chunk)
    this.#answerBytes += chunk.length
    const first = this.#answer[0] ?? chunk
    const end = first.indexOf(HEAD_END)
    const head = first.toString('latin1', 0, end)
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? Number.NaN)
    if (end < 0 || !head.startsWith('HTTP/1.1 200') || Number.isNaN(length))
      fail(`a batch was answered ${first}`)
    if (this.#answerBytes < end + HEAD_END.length + length) return
    const answer = Buffer.concat(this.#answer.splice(0))
    this.#answerBytes = 0
    if (answer.includes(REFUSED)) fail(`a line of a batch was refused: ${answer}`)
    this.#onAnswer()
  }
}
