import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { clientFrame, FrameCounter, FrameReader } from './frames.mjs'
import { Histogram, micros } from './histogram.mjs'
import { answerQuestions } from './load-process.mjs'

// Many WebSocket subscribers. Most only count frames; one in fifty reads everything and checks its order.
const settings = answerQuestions({ connect: connectAll, measure, report, seen })
/** @type {{port: number, token: string, subscribers: number, sessions: string[], joins: boolean}} */
const { port, token, subscribers, sessions, joins } = settings

const ONE_PARSES_IN = 50
const READ_BYTES = 65_536
/** @type {FrameCounter[]} */
const counters = []
let latencies = new Histogram()
let framesBefore = 0
let framesAtJoin = 0
/** @type {(() => void) | undefined} looks, after every read, whether all has come that is waited for */
let look

/** Follows every event of one subscriber. */
class Follower {
  events = 0
  #reader = new FrameReader()
  /** @type {Map<string, number>} */
  #seqs = new Map()
  #replays = 0
  /** @type {() => void} */
  #onJoined = () => {}

  /** @param {Buffer} chunk */
  take(chunk) {
    this.#reader.take(chunk, (text) => this.#message(JSON.parse(text)))
  }

  joined() {
    return new Promise((resolve) => {
      this.#onJoined = () => resolve(undefined)
    })
  }

  /** @param {any} message */
  #message(message) {
    if (message.type === 'error') fail(new Error(`/ws refused: ${message.code} ${message.message}`))
    if (message.type === 'replay_complete') {
      this.#replays += 1
      if (this.#replays === sessions.length) this.#onJoined()
    }
    const at = message.notify?.payload?.at
    if (typeof message.seq !== 'number' || at === undefined) return
    latencies.record(micros() - Number(at))
    const last = this.#seqs.get(message.sessionId) ?? 0
    if (message.seq <= last) fail(new Error(`seq ${message.seq} of ${message.sessionId} came after ${last}`))
    this.#seqs.set(message.sessionId, message.seq)
    this.events += 1
  }
}

/** @type {Follower[]} */
const followers = []

/** @param {Error} error */
function fail(error) {
  console.error(`subscriber: ${error.message}`)
  process.exit(1)
}

/** Upgrades one connection and joins every session on it. @param {number} index */
async function subscribe(index) {
  const counter = new FrameCounter()
  counters.push(counter)
  const follower = new Follower()
  const parses = index % ONE_PARSES_IN === 0
  if (parses) followers.push(follower)
  /** @type {(value?: unknown) => void} */
  let onUpgrade = () => {}
  const upgraded = new Promise((resolve) => {
    onUpgrade = resolve
  })
  let open = false
  // One buffer per connection, read into again and again: nothing is allocated for what is only counted.
  const buffer = Buffer.allocUnsafe(READ_BYTES)
  const socket = connect({
    port,
    host: '127.0.0.1',
    onread: {
      buffer,
      callback(length) {
        let from = 0
        if (!open) {
          from = upgradeEnd(buffer.toString('latin1', 0, length))
          open = true
          onUpgrade()
        }
        const chunk = buffer.subarray(from, length)
        counter.take(chunk, chunk.length)
        if (parses || (joins && !joinedAll)) follower.take(chunk)
        look?.()
        return true
      },
    },
  })
  let joinedAll = false
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('the server closed a subscriber')))
  await once(socket, 'connect')
  const key = randomBytes(16).toString('base64')
  socket.write(
    `GET /ws HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
  )
  await upgraded
  if (!joins) return
  const joined = follower.joined()
  socket.write(clientFrame(JSON.stringify({ type: 'authenticate', token })))
  socket.write(clientFrame(JSON.stringify({ type: 'join_session', sessionIds: sessions })))
  await joined
  joinedAll = true
}

/** Where the first frame begins behind the answer to the upgrade. @param {string} text */
function upgradeEnd(text) {
  const end = text.indexOf('\r\n\r\n')
  if (!text.startsWith('HTTP/1.1 101') || end < 0) fail(new Error(`the upgrade was answered ${text}`))
  return end + 4
}

async function connectAll() {
  for (let index = 0; index < subscribers; index += 1) await subscribe(index)
  framesAtJoin = Math.max(...counters.map((counter) => counter.frames))
  return {}
}

function frames() {
  return counters.reduce((sum, counter) => sum + counter.frames, 0)
}

function measure() {
  framesBefore = frames()
  latencies = new Histogram()
  return {}
}

function report() {
  return { deliveries: frames() - framesBefore, latencies: latencies.counts }
}

/** Waits until every subscriber has got `events` events. @param {{events: number}} details @returns {Promise<object>} */
function seen({ events }) {
  const all = () =>
    followers.every((follower) => follower.events >= events) &&
    counters.every((counter) => counter.frames - framesAtJoin >= events)
  return new Promise((resolve) => {
    look = () => {
      if (all()) resolve({})
    }
    look()
  })
}
