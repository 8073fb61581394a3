import { Audience } from './audience.mjs'
import { Histogram, micros } from './histogram.mjs'
import { answerQuestions, fail } from './load-process.mjs'

// Subscribers that measure how long events take to them.
const settings = answerQuestions({ connect: connectAll, measure, report, seen })
/** @type {{port: number, token: string, subscribers: number, sessions: string[]}} */
const { port, token, subscribers, sessions } = settings

const audience = new Audience({
  port,
  token,
  sessions,
  count: subscribers,
  onRead: () => look?.(),
  onEvent: (event) => latencies.record(micros() - Number(event.notify.payload.at)),
})
let latencies = new Histogram()
let eventsBefore = 0
/** @type {(() => void) | undefined} looks, after every read, whether all has come that is waited for */
let look

async function connectAll() {
  await audience.connect()
  return {}
}

function measure() {
  eventsBefore = audience.deliveries()
  latencies = new Histogram()
  return {}
}

function report() {
  return { deliveries: audience.deliveries() - eventsBefore, latencies: latencies.counts }
}

/** Waits until every subscriber has got `events` events; more than that is wrong. @param {{events: number}} details @returns {Promise<object>} */
function seen({ events }) {
  return new Promise((resolve) => {
    look = () => {
      const got = audience.readers.map((reader) => audience.eventsOf(reader) ?? 0)
      const surplus = got.find((count) => count > events)
      if (surplus !== undefined) fail(`a subscriber got ${surplus} events of ${events}`)
      if (got.some((count) => count < events) || !audience.parsed(events)) return
      look = undefined
      resolve({})
    }
    look()
  })
}
