import { Histogram, micros } from './histogram.mjs'
import { answerQuestions, fail } from './load-process.mjs'
import { Order } from './order.mjs'
import { Reader } from './reader.mjs'

// Many WebSocket subscribers of the same sessions. Most only count frames; the last of every fifty reads everything and
// checks its order (the last, because it is written to after the others: its latency is the worst).
const settings = answerQuestions({ connect: connectAll, measure, report, seen })
/** @type {{port: number, token: string, subscribers: number, sessions: string[]}} */
const { port, token, subscribers, sessions } = settings

const ONE_PARSES_IN = 50
const AT_ONCE = 25
/** @type {Reader[]} */
const readers = []
/** @type {Order[]} */
const orders = []
/** @type {Map<Reader, number>} frames that came before the first event */
const before = new Map()
let latencies = new Histogram()
let eventsBefore = 0
/** @type {(() => void) | undefined} looks, after every read, whether all has come that is waited for */
let look

async function connectAll() {
  for (let first = 0; first < subscribers; first += AT_ONCE) {
    const size = Math.min(AT_ONCE, subscribers - first)
    await Promise.all(Array.from({ length: size }, (_, index) => subscribe(first + index)))
  }
  return {}
}

/** @param {number} index */
async function subscribe(index) {
  const parses = index % ONE_PARSES_IN === ONE_PARSES_IN - 1 || index === subscribers - 1
  const order = new Order()
  if (parses) orders.push(order)
  const reader = new Reader({
    port,
    token,
    parses,
    onMessage: (message) => parses && follow(order, message),
    onRead: () => look?.(),
  })
  readers.push(reader)
  await reader.open()
  await reader.join(sessions)
  before.set(reader, reader.counter.long)
}

/** @param {Order} order @param {any} message */
function follow(order, message) {
  const at = message.notify?.payload?.at
  if (typeof message.seq !== 'number' || at === undefined) return
  latencies.record(micros() - Number(at))
  try {
    order.take(message)
  } catch (error) {
    fail(error)
  }
}

/** @param {Reader} reader */
function eventsOf(reader) {
  return reader.counter.long - (before.get(reader) ?? 0)
}

function events() {
  return readers.reduce((sum, reader) => sum + eventsOf(reader), 0)
}

function measure() {
  eventsBefore = events()
  latencies = new Histogram()
  return {}
}

function report() {
  return { deliveries: events() - eventsBefore, latencies: latencies.counts }
}

/** Waits until every subscriber has got `events` events; more than that is wrong. @param {{events: number}} details @returns {Promise<object>} */
function seen({ events }) {
  return new Promise((resolve) => {
    look = () => {
      const surplus = readers.find((reader) => eventsOf(reader) > events)
      if (surplus) fail(`a subscriber got ${eventsOf(surplus)} events of ${events}`)
      if (readers.some((reader) => eventsOf(reader) < events)) return
      if (orders.some((order) => order.events !== events)) return
      look = undefined
      resolve({})
    }
    look()
  })
}
