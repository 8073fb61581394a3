import { setTimeout as passes } from 'node:timers/promises'
import { Histogram } from './histogram.mjs'
import { answerQuestions, fail } from './load-process.mjs'
import { Reader } from './reader.mjs'
import { slowText } from './slow-text.mjs'
import { TurnStory } from './turn-story.mjs'

// Watchers with some sessions each, in all of which an agent works at the same time. Every watcher reads everything of
// its sessions and checks that each turn tells all it has to tell.
const settings = answerQuestions({ open, run, measure, report, ended })
/** @type {{port: number, token: string, watchers: number, sessionsEach: number, seconds: number, spreadMs: number}} */
const { port, token, watchers, sessionsEach, seconds, spreadMs } = settings

const AT_ONCE = 10
const TEXT = slowText(seconds)
const UPDATED = '{"type":"session_updated","sessionId":"'
const UUID_LENGTH = 36

/** @typedef {{reader: Reader, story: TurnStory, heardAt: number}} Watched */
/** @type {Map<string, Watched>} */
const sessions = new Map()
let latencies = new Histogram()
let intervals = new Histogram()
let running = 0
let complete = 0
/** @type {(() => void) | undefined} */
let look

async function open() {
  for (let first = 0; first < watchers; first += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, watchers - first) }, watch))
  return {}
}

async function watch() {
  /** @type {Set<string>} */
  const own = new Set()
  const reader = new Reader({
    port,
    token,
    parses: true,
    ignores,
    onMessage: (message) => take(own, message),
  })
  await reader.open()
  const made = await Promise.all(
    Array.from({ length: sessionsEach }, () => reader.call({ type: 'create_session', agentType: 'demo' })),
  )
  for (const { sessionId } of made) own.add(sessionId)
  await reader.join([...own])
  for (const id of own) sessions.set(id, { reader, story: new TurnStory(TEXT), heardAt: 0 })

  /** Everyone hears of a change of any session: too many to parse those of others. @param {string} text */
  function ignores(text) {
    return text.startsWith(UPDATED) && !own.has(text.slice(UPDATED.length, UPDATED.length + UUID_LENGTH))
  }
}

/** @param {Set<string>} own @param {any} message */
function take(own, message) {
  const session = own.has(message.sessionId) ? sessions.get(message.sessionId) : undefined
  if (session === undefined) return
  try {
    session.story.take(message)
  } catch (error) {
    fail(error)
  }
  if (message.type === 'turn_started') running += 1
  else if (message.type === 'turn_complete') complete += 1
  else if (message.type === 'text_delta') hear(session, message.ts)
  else if (message.type === 'turn_error') fail(`a turn failed: ${message.message}`)
  look?.()
}

/** How long a delta took since it had its place in the session, and since the one before it came. @param {Watched} session @param {number} ts */
function hear(session, ts) {
  const now = performance.timeOrigin + performance.now()
  latencies.record((now - ts) * 1000)
  if (session.heardAt > 0) intervals.record((now - session.heardAt) * 1000)
  session.heardAt = now
}

/** Begins a turn in every session, evenly over a while; answers when all run. */
async function run() {
  const begun = performance.now()
  let sent = 0
  for (const [sessionId, { reader }] of sessions) {
    const due = begun + (sent++ * spreadMs) / sessions.size
    if (due > performance.now()) await passes(due - performance.now())
    reader.send({ type: 'run_turn', sessionId, text: `demo:slow:${seconds}` })
  }
  await until(() => running === sessions.size)
  return {}
}

function measure() {
  latencies = new Histogram()
  intervals = new Histogram()
  return {}
}

/** What was measured while all were running. */
function report() {
  if (running !== sessions.size || complete > 0) fail(`${complete} of ${running} turns were over already`)
  return { latencies: latencies.counts, intervals: intervals.counts }
}

/** Answers when every turn has told everything and is complete. */
async function ended() {
  await until(() => complete === sessions.size)
  return { complete }
}

/** @param {() => boolean} isSo looked at after every message @returns {Promise<void>} */
function until(isSo) {
  return new Promise((resolve) => {
    look = () => isSo() && resolve()
    look()
  })
}
