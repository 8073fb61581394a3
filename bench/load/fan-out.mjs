import { setTimeout as passes } from 'node:timers/promises'
import { BatchSender } from './batch-sender.mjs'
import { micros } from './histogram.mjs'
import { answerQuestions, fail } from './load-process.mjs'
import { Order } from './order.mjs'
import { Reader } from './reader.mjs'

// Subscribers of one session, and the senders that feed it, in one process: a sender posts its next batch when the last
// one is answered and every subscriber has it. So no more than the batches under way ever wait in a server, and a server
// is as busy as it can be.
const settings = answerQuestions({ connect: connectAll, run })
/** @type {{port: number, token: string, session: string, subscribers: number, size: number, senders: number}} */
const { port, token, session, subscribers, size, senders } = settings

const ONE_PARSES_IN = 50
const AT_ONCE = 50
/** @type {Reader[]} */
const readers = []
/** @type {Order[]} */
const orders = []
/** @type {Map<Reader, {base: number, next: number}>} frames before the first event; the batch it waits for */
const progress = new Map()
/** @type {{events: number, missing: number, resolve: () => void}[]} the end of each batch under way, the oldest first */
const ends = []
let sent = 0
let passedEnds = 0
/** Event ids count up from here; those of a log that was made are lower. */
let opened = 1

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
    onRead: arrived,
  })
  readers.push(reader)
  await reader.open()
  await reader.join([session])
  progress.set(reader, { base: reader.counter.long, next: 0 })
}

/** @param {Order} order @param {any} message */
function follow(order, message) {
  if (typeof message.seq !== 'number' || message.notify?.payload?.at === undefined) return
  try {
    order.take(message)
  } catch (error) {
    fail(error)
  }
}

/** @param {Reader} reader */
function arrived(reader) {
  const mine = progress.get(reader)
  if (mine === undefined) return
  for (;;) {
    const end = ends[mine.next - passedEnds]
    if (end === undefined || reader.counter.long - mine.base < end.events) return
    mine.next += 1
    end.missing -= 1
    if (end.missing > 0) continue
    // Everyone has it, so everyone has those before it too.
    ends.shift()
    passedEnds += 1
    end.resolve()
  }
}

/** Resolves when the batch is answered and delivered. @param {BatchSender} sender */
async function deliver(sender) {
  sent += size
  const events = sent
  const delivered = new Promise((resolve) => {
    ends.push({ events, missing: readers.length, resolve: () => resolve(undefined) })
  })
  await Promise.all([sender.send(), delivered])
}

/** Sends for a while and tells how many deliveries there were, and how many a second in the middle of it. @param {{seconds: number, warmUp: number}} details */
async function run({ seconds, warmUp }) {
  let running = true
  // New connections each time: a server closes those that were idle for some seconds.
  const sending = Array.from({ length: senders }, async () => {
    const sender = new BatchSender({ port, token, sessions: [session], size, index: opened++ })
    await sender.connected()
    while (running) await deliver(sender)
    sender.end()
  })
  const sentBefore = sent
  await passes(warmUp * 1000)
  const [begun, before] = [micros(), deliveries()]
  await passes(seconds * 1000)
  const [elapsed, delivered] = [micros() - begun, deliveries() - before]
  running = false
  await Promise.all(sending)
  check()
  return {
    deliveries: (sent - sentBefore) * readers.length,
    deliveriesPerSecond: (delivered / elapsed) * 1e6,
  }
}

function deliveries() {
  return readers.reduce((sum, reader) => sum + reader.counter.long - (progress.get(reader)?.base ?? 0), 0)
}

/** Everyone has got everything, once. */
function check() {
  if (deliveries() !== sent * readers.length) fail(`${deliveries()} deliveries of ${sent * readers.length}`)
  if (orders.some((order) => order.events !== sent)) fail('a subscriber that parses has missed events')
}
