import { once } from 'node:events'
import { connect } from 'node:net'
import { Histogram, micros } from './histogram.mjs'
import { answerQuestions } from './load-process.mjs'

// Many kept-alive connections, each with one POST outstanding, as cheap as JavaScript can make them: the request is
// one buffer in which only the digits change.
const settings = answerQuestions({ connect: connectAll, start, measure, report, stop })
/** @type {{port: number, token: string, connections: number, sessions: string[]}} */
const { port, token, connections, sessions } = settings

const DIGITS = 16
const ZEROS = '0'.repeat(DIGITS)
const SUMMARY = 'Reworked the retry loop of the uploader and ran its tests; two of them wait for a decision. '
/** @type {Publisher[]} */
const publishers = []
let running = false
let acknowledged = 0
let measured = 0
let latencies = new Histogram()
/** @type {(() => void) | undefined} */
let drained

class Publisher {
  #socket = connect({ port, host: '127.0.0.1', noDelay: true })
  #request
  #idAt
  #timeAt
  #answer = ''
  #sentAt = 0
  #n = 0
  #index
  busy = false

  /** @param {number} index */
  constructor(index) {
    this.#index = index
    const session = sessions[index % sessions.length] ?? ''
    const payload = { type: 'progress', plan_file: 'plan.md', task_state: 'wip', at: ZEROS, summary: SUMMARY }
    const body = JSON.stringify({ session_id: session, event_id: `bench:${ZEROS}`, payload })
    const head = [
      `POST /api/sessions/${encodeURIComponent(session)}/notify HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      `Authorization: Bearer ${token}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
    ]
    this.#request = Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`, 'latin1')
    this.#idAt = this.#request.indexOf(ZEROS)
    this.#timeAt = this.#request.lastIndexOf(ZEROS)
    this.#socket.setEncoding('latin1').on('data', (text) => this.#answered(String(text)))
    this.#socket.on('error', fail)
    this.#socket.on('close', () => fail(new Error('the server closed a publisher')))
  }

  connected() {
    return once(this.#socket, 'connect')
  }

  send() {
    this.busy = true
    this.#n += 1
    this.#sentAt = micros()
    this.#request.write(digits(this.#index * 1e10 + this.#n), this.#idAt, 'latin1')
    this.#request.write(digits(this.#sentAt), this.#timeAt, 'latin1')
    this.#socket.write(this.#request)
  }

  /** @param {string} text */
  #answered(text) {
    this.#answer += text
    if (!this.#answer.endsWith('\r\n\r\n')) return
    if (!this.#answer.startsWith('HTTP/1.1 204')) fail(new Error(`a publisher was answered ${this.#answer}`))
    this.#answer = ''
    acknowledged += 1
    measured += 1
    latencies.record(micros() - this.#sentAt)
    if (running) {
      this.send()
      return
    }
    this.busy = false
    if (publishers.every((publisher) => !publisher.busy)) drained?.()
  }
}

/** @param {number} number */
function digits(number) {
  return String(number).padStart(DIGITS, '0')
}

/** @param {Error} error */
function fail(error) {
  console.error(`publisher: ${error.message}`)
  process.exit(1)
}

async function connectAll() {
  for (let index = 0; index < connections; index += 1) publishers.push(new Publisher(index))
  await Promise.all(publishers.map((publisher) => publisher.connected()))
  return {}
}

function start() {
  running = true
  for (const publisher of publishers) publisher.send()
  return {}
}

function measure() {
  measured = 0
  latencies = new Histogram()
  return {}
}

function report() {
  return { acknowledged: measured, latencies: latencies.counts }
}

/** Resolves when nothing is outstanding any more. */
async function stop() {
  running = false
  await new Promise((resolve) => {
    drained = () => resolve(undefined)
  })
  return { acknowledged }
}
