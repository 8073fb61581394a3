import { Histogram, micros } from './histogram.mjs'
import { answerQuestions } from './load-process.mjs'
import { Pace } from './pace.mjs'
import { Publisher } from './publisher.mjs'
import { spokenPost } from './spoken-posts.mjs'

// Single POSTs over many connections. Without a rate each connection sends its next as soon as it is answered; with one,
// events are sent when they are due, and what an event waits for a free connection counts as its latency.
const settings = answerQuestions({ start, measure, report, stop })
/** @type {{port: number, token: string, connections: number, sessions: string[], rate: number, spoken?: boolean}} `spoken`: they carry words of people and agents */
const { port, token, connections, sessions, rate, spoken = false } = settings

const TICK_MS = 1
/** @type {Publisher[]} */
let publishers = []
/** Event ids count up from here; those of a log that was made are lower. */
let opened = 1
/** @type {WeakMap<Publisher, number>} when the event under way was due, in µs */
const dueAt = new WeakMap()
let pace = new Pace(rate, 0)
/** @type {NodeJS.Timeout | undefined} */
let ticking
let running = false
let acknowledged = 0
let measured = 0
let latencies = new Histogram()
/** @type {(() => void) | undefined} */
let drained

/** New connections each time: a server closes those that were idle for some seconds. */
async function start() {
  publishers = Array.from({ length: connections }, () => {
    const index = opened++
    const session = sessions[index % sessions.length] ?? ''
    const post = spoken ? { post: spokenPost(session, index) } : {}
    return new Publisher({ port, token, session, index, ...post }, answered)
  })
  await Promise.all(publishers.map((publisher) => publisher.connected()))
  running = true
  if (rate > 0) {
    pace = new Pace(rate, micros())
    ticking = setInterval(sendDue, TICK_MS)
  } else for (const publisher of publishers) send(publisher, micros())
  return {}
}

/** @param {Publisher} publisher @param {number} due */
function send(publisher, due) {
  dueAt.set(publisher, due)
  publisher.send(due)
}

function sendDue() {
  for (const publisher of publishers) {
    if (publisher.busy) continue
    const due = pace.next(micros())
    if (due === undefined) return
    send(publisher, due)
  }
}

/** @param {Publisher} publisher */
function answered(publisher) {
  acknowledged += 1
  measured += 1
  const now = micros()
  latencies.record(now - (dueAt.get(publisher) ?? now))
  if (running && rate === 0) send(publisher, micros())
  else if (running) sendDue()
  else if (publishers.every(({ busy }) => !busy)) drained?.()
}

function measure() {
  measured = 0
  latencies = new Histogram()
  return {}
}

function report() {
  return { acknowledged: measured, latencies: latencies.counts }
}

/** Resolves when nothing is outstanding any more; tells how many were acknowledged since the process began. */
async function stop() {
  running = false
  clearInterval(ticking)
  if (publishers.some(({ busy }) => busy))
    await new Promise((resolve) => {
      drained = () => resolve(undefined)
    })
  for (const publisher of publishers) publisher.end()
  return { acknowledged }
}
