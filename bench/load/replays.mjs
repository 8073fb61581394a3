import { micros } from './histogram.mjs'
import { answerQuestions, fail } from './load-process.mjs'
import { Order } from './order.mjs'
import { Reader } from './reader.mjs'

// One reader that opens a session from its start, on a new connection each time.
const settings = answerQuestions({ parse, count })
/** @type {{port: number, token: string}} */
const { port, token } = settings

/**
 * Reads a whole session like a client would: parses everything, checks the order. Tells how long it took until the
 * snapshot and until the end, how many events and frames there were, and how much a running turn had said.
 * @param {{session: string, plain?: boolean, streamed?: boolean}} details `plain`: without replay; `streamed`: an agent
 *   has worked in it, and what streamed is not replayed
 */
async function parse({ session, plain = false, streamed = false }) {
  const order = new Order()
  let [begun, snapshotAt, frames, textSoFar] = [0, 0, 0, 0]
  const ended = await new Promise((resolve) => {
    const reader = new Reader({ port, token, parses: true, onMessage })
    reader.open().then(() => {
      begun = micros()
      reader.ask(session, plain ? {} : { afterSeq: 0 })
    })

    /** @param {any} message */
    function onMessage(message) {
      if (begun === 0) return
      frames += 1
      if (message.type === 'state_snapshot') snapshotAt = micros()
      if (message.type === 'stream_snapshot') textSoFar = message.textSoFar.length
      if (message.type === 'state_snapshot' && !plain) order.startAt(message.sessionId, 0)
      if (message.type === 'gap') gap(message)
      if (typeof message.seq === 'number' && message.type !== 'state_snapshot') order.take(message)
      if (message.type !== 'replay_complete') return
      reader.end()
      resolve(micros())
    }

    /** @param {any} message */
    function gap(message) {
      if (!streamed || message.reason !== 'ephemeral') fail(`a gap in ${session}: ${JSON.stringify(message)}`)
      order.skip(message)
    }
  })
  return { snapshot: snapshotAt - begun, whole: ended - begun, events: order.events, frames, textSoFar }
}

/**
 * Reads a session as cheaply as possible: only counts, up to the number of frames it is known to have.
 * @param {{session: string, frames: number, bytesPerSecond?: number}} details a rate makes it a slow reader
 */
async function count({ session, frames, bytesPerSecond }) {
  let base = Number.POSITIVE_INFINITY
  let [begun, bytes] = [0, 0]
  const ended = await new Promise((resolve) => {
    const reader = new Reader({ port, token, onRead })
    reader.open().then(() => {
      base = reader.counter.frames
      begun = micros()
      reader.ask(session, { afterSeq: 0 })
    })

    /** @param {Reader} reader @param {number} taken */
    function onRead(reader, taken) {
      bytes += taken
      if (reader.counter.frames - base >= frames) {
        reader.end()
        resolve(micros())
      } else if (bytesPerSecond !== undefined && begun > 0) {
        reader.hold()
        setTimeout(() => reader.resume(), (taken / bytesPerSecond) * 1000)
      }
    }
  })
  return { whole: ended - begun, bytes }
}
