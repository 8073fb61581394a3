import { within } from '../goals.mjs'
import { sessionNames } from '../load/event-text.mjs'
import { measureWindow } from '../load/windows.mjs'
import { openSessions } from '../open-sessions.mjs'
import { median } from '../statistics.mjs'

const RATE = 1000
const CONNECTIONS = 32
const SUBSCRIBERS = 50
const SESSIONS = 16
const WINDOWS = 3

/** From the moment an event is due at its sender to the moment the last of fifty subscribers has read it. */
export const latency = {
  name: 'latency',
  measures: {
    latency: {
      title: 'Sender to subscriber at 1,000 events/s and 50 subscribers, median',
      unit: 'ms',
      goal: within(5, 'ms'),
      target: 'p99 25 ms',
    },
  },
  /** @param {import('../context.mjs').Context} context */
  async run(context) {
    const { pid, port, token } = await context.gateway()
    const sessions = sessionNames(SESSIONS)
    await openSessions({ port, token }, sessions)
    const common = { port, token, sessions }
    const readers = context.load('./load/subscribers.mjs', { ...common, subscribers: SUBSCRIBERS })
    const writers = context.load('./load/publishers.mjs', { ...common, connections: CONNECTIONS, rate: RATE })
    await readers.ask('connect')
    const windows = []
    for (let run = 0; run < WINDOWS; run += 1) {
      windows.push(await measureWindow(pid, { readers, writers }, context.seconds(2)))
    }
    const of = (/** @type {'deliveryP50' | 'deliveryP99' | 'eventsPerSecond'} */ key) =>
      median(windows.map((window) => window[key]))
    return {
      latency: {
        value: of('deliveryP50'),
        note: `p99 ${of('deliveryP99').toFixed(1)} ms at ${of('eventsPerSecond').toFixed(0)} events/s`,
      },
    }
  },
}
