import { once } from 'node:events'
import { connect } from 'node:net'
import { digits, progress, ZEROS } from './event-text.mjs'
import { fail } from './load-process.mjs'

/** One kept-alive connection with one POST outstanding; the request is one buffer in which only digits change. */
export class Publisher {
  busy = false
  #socket
  #request
  #taken
  #idAt
  #timeAt
  #answer = ''
  #index
  #n = 0
  #onAnswer
  #closed = () => fail('the server closed a publisher')

  /**
   * @param {{port: number, token: string, session: string, index: number, post?: import('./event-text.mjs').Post}} settings
   *   `index` keeps its event ids apart
   * @param {(publisher: Publisher) => void} onAnswer
   */
  constructor({ port, token, session, index, post = progress(session) }, onAnswer) {
    const { path, body, taken } = post
    this.#index = index
    this.#onAnswer = onAnswer
    this.#taken = taken
    const head = [
      `POST ${path} HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      `Authorization: Bearer ${token}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
    ]
    this.#request = Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`)
    this.#idAt = this.#request.indexOf(ZEROS)
    this.#timeAt = this.#request.lastIndexOf(ZEROS)
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket.setEncoding('latin1').on('data', (text) => this.#answered(String(text)))
    this.#socket.on('error', fail)
    this.#socket.on('close', this.#closed)
  }

  connected() {
    return once(this.#socket, 'connect')
  }

  end() {
    this.#socket.off('close', this.#closed).destroy()
  }

  /** @param {number} at the time the event carries, in µs */
  send(at) {
    this.busy = true
    this.#n += 1
    this.#request.write(digits(this.#index * 1e10 + this.#n), this.#idAt, 'latin1')
    this.#request.write(digits(at), this.#timeAt, 'latin1')
    this.#socket.write(this.#request)
  }

  /** @param {string} text */
  #answered(text) {
    this.#answer += text
    const { start, end } = this.#taken
    if (!this.#answer.startsWith(start.slice(0, this.#answer.length)))
      fail(`a publisher was answered ${this.#answer}`)
    if (!this.#answer.endsWith(end)) return
    this.#answer = ''
    this.busy = false
    this.#onAnswer(this)
  }
}
