import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { clientFrame, FrameCounter, FrameReader } from './frames.mjs'
import { fail } from './load-process.mjs'

const READ_BYTES = 262_144
// Read into again and again, by every connection: a read is looked at before the next one happens.
const buffer = Buffer.allocUnsafe(READ_BYTES)

/**
 * One WebSocket, as cheap as JavaScript can make it: once it has joined it only counts frames, unless `parses`.
 * @typedef {object} ReaderSettings
 * @property {number} port
 * @property {string} token empty for a server that asks for none and joins nothing
 * @property {{take(chunk: Buffer, length: number): void}} [counts] counts in place of the reader's own counter
 * @property {boolean} [parses] every message is parsed and given to `onMessage`
 * @property {(text: string) => boolean} [ignores] messages that are not parsed
 * @property {(message: any) => void} [onMessage]
 * @property {(reader: Reader, bytes: number) => void} [onRead]
 */
export class Reader {
  counter = new FrameCounter()
  #settings
  #socket
  #frames = new FrameReader()
  #reading = true
  /** Until it has joined it must read what it is told. */
  #parsing = true
  #upgraded = false
  #ending = false
  /** @type {Map<string, () => void>} */
  #awaited = new Map()
  #replays = 0
  #counts
  #asked = 0
  /** @type {Map<string, (message: any) => void>} */
  #calls = new Map()

  /** @param {ReaderSettings} settings */
  constructor(settings) {
    this.#settings = settings
    this.#counts = settings.counts ?? this.counter
    this.#socket = connect({
      port: settings.port,
      host: '127.0.0.1',
      noDelay: true,
      onread: { buffer, callback: (length) => this.#take(buffer.subarray(0, length)) },
    })
    this.#socket.on('error', (error) => this.#ending || fail(error))
    this.#socket.on('close', () => this.#ending || fail('the server closed a reader'))
  }

  async open() {
    const { port, token } = this.#settings
    await once(this.#socket, 'connect')
    const key = randomBytes(16).toString('base64')
    this.#socket.write(
      `GET /ws HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
    )
    await this.#comes('upgrade')
    if (token === '') return this
    this.send({ type: 'authenticate', token })
    await this.#comes('authenticated')
    return this
  }

  /** Resolves when every session is joined and replayed. @param {string[]} sessions @param {object} [from] a cursor */
  async join(sessions, from = {}) {
    if (this.#settings.token !== '') {
      this.#replays = sessions.length
      const joined = this.#comes('joined')
      this.send({ type: 'join_session', sessionIds: sessions, ...from })
      await joined
    }
    this.#parsing = this.#settings.parses ?? false
  }

  /** Asks for a session without waiting for it; what comes is counted, or parsed. @param {string} session @param {object} [from] */
  ask(session, from = {}) {
    this.#parsing = this.#settings.parses ?? false
    this.send({ type: 'join_session', sessionId: session, ...from })
  }

  /** @param {object} message */
  send(message) {
    this.#socket.write(clientFrame(JSON.stringify(message)))
  }

  /** Sends a message and waits for its answer; for a reader that has joined only if it parses. @param {object} message @returns {Promise<any>} */
  call(message) {
    const ref = `call-${++this.#asked}`
    this.send({ ...message, ref })
    return new Promise((resolve) => void this.#calls.set(ref, resolve))
  }

  /** From here on the connection is not read. */
  hold() {
    this.#reading = false
  }

  /** Reads on. */
  resume() {
    this.#reading = true
    this.#socket.resume()
  }

  get localPort() {
    return this.#socket.localPort ?? 0
  }

  /** The server may close this connection. */
  mayEnd() {
    this.#ending = true
  }

  end() {
    this.#ending = true
    this.#socket.destroy()
  }

  /** @param {string} what @returns {Promise<void>} */
  #comes(what) {
    return new Promise((resolve) => void this.#awaited.set(what, resolve))
  }

  /** @param {string} what */
  #came(what) {
    this.#awaited.get(what)?.()
    this.#awaited.delete(what)
  }

  /** @param {Buffer} bytes */
  #take(bytes) {
    let chunk = bytes
    if (!this.#upgraded) {
      chunk = bytes.subarray(upgradeEnd(bytes.toString('latin1')))
      this.#upgraded = true
      this.#came('upgrade')
    }
    this.#counts.take(chunk, chunk.length)
    if (this.#parsing) this.#frames.take(chunk, (text) => this.#text(text))
    this.#settings.onRead?.(this, chunk.length)
    return this.#reading
  }

  /** @param {string} text */
  #text(text) {
    if (!this.#settings.ignores?.(text)) this.#message(JSON.parse(text))
  }

  /** @param {any} message */
  #message(message) {
    if (message.type === 'error') fail(`/ws refused: ${message.code} ${message.message}`)
    if (message.type === 'authenticated') this.#came('authenticated')
    if (message.ref !== undefined) this.#answer(message)
    this.#settings.onMessage?.(message)
    if (message.type !== 'replay_complete') return
    this.#replays -= 1
    if (this.#replays === 0) this.#came('joined')
  }

  /** @param {any} message */
  #answer(message) {
    this.#calls.get(message.ref)?.(message)
    this.#calls.delete(message.ref)
  }
}

/** Where the first frame begins behind the answer to the upgrade. @param {string} text */
function upgradeEnd(text) {
  const end = text.indexOf('\r\n\r\n')
  if (!text.startsWith('HTTP/1.1 101') || end < 0) fail(`the upgrade was answered ${text}`)
  return end + 4
}
