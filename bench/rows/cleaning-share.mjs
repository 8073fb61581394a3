import { setTimeout as passes } from 'node:timers/promises'
import { within } from '../goals.mjs'
import { sessionNames } from '../load/event-text.mjs'

const CONNECTIONS = 28
const SESSIONS = 14
const WARM_UP_MS = 500
const WINDOWS = 3

/**
 * @typedef {object} Window
 * @property {number} share of the CPU of the gateway, in percent
 * @property {number} perText µs of cleaning
 * @property {number} perEvent µs of CPU for one event that came in
 */

/** How much of the gateway's CPU goes into cleaning when every event carries text. Nobody listens: that would hide it. */
export const cleaningShare = {
  name: 'cleaning-share',
  measures: {
    'cleaning-share': {
      title: 'Cleaning in terms of all CPU while prompts, answers and notifications come in',
      unit: '%',
      goal: within(10, '%'),
    },
  },
  /** @param {import('../context.mjs').Context} context */
  async run(context) {
    const gateway = context.load('./cleaner/timed-gateway.mjs', { dataDir: context.directory() })
    const { port, token } = await gateway.ask('open')
    const sessions = sessionNames(SESSIONS)
    const load = { port, token, sessions, connections: CONNECTIONS, rate: 0, spoken: true }
    const writers = context.load('./load/publishers.mjs', load)
    await writers.ask('start')
    await passes(WARM_UP_MS)
    /** @type {Window[]} */
    const windows = []
    for (let n = 0; n < WINDOWS; n += 1)
      windows.push(await measureWindow(gateway, writers, context.seconds(1.5)))
    await writers.ask('stop')
    const [, middle] = windows.toSorted((a, b) => a.share - b.share)
    if (!middle) throw new Error('nothing was measured')
    const { share, perText, perEvent } = middle
    const note = `${perText.toFixed(1)} µs a text, ${perEvent.toFixed(0)} µs of CPU an event`
    return { 'cleaning-share': { value: share, note } }
  },
}

/**
 * @param {import('../load/load-process.mjs').LoadProcess} gateway
 * @param {import('../load/load-process.mjs').LoadProcess} writers
 * @param {number} seconds @returns {Promise<Window>}
 */
async function measureWindow(gateway, writers, seconds) {
  await Promise.all([gateway.ask('measure'), writers.ask('measure')])
  await passes(seconds * 1000)
  const [{ texts, cleaning, cpu }, { acknowledged }] = await Promise.all([
    gateway.ask('report'),
    writers.ask('report'),
  ])
  if (texts < acknowledged) throw new Error(`${texts} texts of ${acknowledged} events were cleaned`)
  return { share: (cleaning / cpu) * 100, perText: cleaning / texts, perEvent: cpu / acknowledged }
}
