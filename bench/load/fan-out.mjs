import { setTimeout as passes } from 'node:timers/promises'
import { Audience } from './audience.mjs'
import { BatchSender } from './batch-sender.mjs'
import { micros } from './histogram.mjs'
import { LINES, LineAudience, RECORDS } from './line-audience.mjs'
import { answerQuestions, fail } from './load-process.mjs'

// Subscribers of one session, and the senders that feed it, in one process: a sender posts its next batch when the last
// one is answered and every subscriber has it. So no more than the batches under way ever wait in a server, and a server
// is as busy as it can be.
const settings = answerQuestions({ connect: connectAll, run })
/** @type {{port: number, token: string, session: string, subscribers: number, size: number, senders: number, wire: 'ws' | 'lines' | 'records'}} `lines`: they read NDJSON; `records`: the log stream */
const { port, token, session, subscribers, size, senders, wire } = settings

const common = { port, token, count: subscribers, onRead: arrived }
const AUDIENCES = {
  ws: () => new Audience({ ...common, sessions: [session] }),
  lines: () => new LineAudience(LINES, common),
  records: () => new LineAudience(RECORDS, common),
}
const audience = AUDIENCES[wire]()
/** @type {Map<object, number>} the batch each subscriber waits for */
const waitsFor = new Map()
/** @type {{events: number, missing: number, resolve: () => void}[]} the end of each batch under way, the oldest first */
const ends = []
let sent = 0
let passedEnds = 0
/** Event ids count up from here; those of a log that was made are lower. */
let opened = 1

async function connectAll() {
  await audience.connect()
  return {}
}

/** @param {any} reader */
function arrived(reader) {
  const events = audience.eventsOf(reader)
  if (events === undefined) return
  for (;;) {
    const next = waitsFor.get(reader) ?? 0
    const end = ends[next - passedEnds]
    if (end === undefined || events < end.events) return
    waitsFor.set(reader, next + 1)
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
    ends.push({ events, missing: subscribers, resolve: () => resolve(undefined) })
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
  const [begun, before] = [micros(), audience.deliveries()]
  await passes(seconds * 1000)
  const [elapsed, delivered] = [micros() - begun, audience.deliveries() - before]
  running = false
  await Promise.all(sending)
  check()
  return {
    deliveries: (sent - sentBefore) * subscribers,
    deliveriesPerSecond: (delivered / elapsed) * 1e6,
  }
}

/** Everyone has got everything, once. */
function check() {
  const [got, all] = [audience.deliveries(), sent * subscribers]
  if (got !== all) fail(`${got} deliveries of ${all}`)
  if (!audience.parsed(sent)) fail('a subscriber that parses has missed events')
}
