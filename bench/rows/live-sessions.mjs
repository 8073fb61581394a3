import { setTimeout as passes } from 'node:timers/promises'
import { within } from '../goals.mjs'
import { Histogram, micros } from '../load/histogram.mjs'
import { cpuOf, memoryOf } from '../proc.mjs'

const WATCHERS = 100
const SESSIONS_EACH = 10
const SESSIONS = WATCHERS * SESSIONS_EACH
/** As short as the demo agent is ever slow. */
const TURN_S = 20
/** Turns begin evenly over this time, so that their beats do not all come at once. */
const SPREAD_MS = 2000
const SETTLE_MS = 1000
const MEASURED_S = 8

/**
 * A thousand agents at work at the same time, each saying something every 200 ms, and a hundred people who watch ten of
 * them each and read all of it. Every turn must tell everything and complete.
 */
export const liveSessions = {
  name: 'live-sessions',
  measures: {
    'live-sessions': {
      title: 'Highest memory with 1,000 turns running at the same time, 5,000 deltas/s, 100 watchers',
      unit: 'MiB',
      goal: within(320, 'MiB'),
    },
    'live-sessions-latency': {
      title: 'Delta numbered to delta read in that, median',
      unit: 'ms',
      goal: within(5, 'ms'),
      target: 'p99 25 ms',
    },
  },
  /** @param {import('../context.mjs').Context} context */
  async run(context) {
    const { pid, port, token } = await context.gateway()
    const load = context.load('./load/live-turns.mjs', {
      port,
      token,
      watchers: WATCHERS,
      sessionsEach: SESSIONS_EACH,
      seconds: TURN_S,
      spreadMs: SPREAD_MS,
    })
    await load.ask('open')
    await passes(SETTLE_MS)
    const idle = memoryOf(pid).rss
    await load.ask('run')
    await passes(SETTLE_MS)
    await load.ask('measure')
    const [begun, cpuBefore] = [micros(), cpuOf(pid)]
    // Longer, and the first turns would be over.
    await passes(Math.min(context.seconds(MEASURED_S), MEASURED_S) * 1000)
    const { latencies, intervals } = await load.ask('report')
    const [elapsed, cpu] = [micros() - begun, cpuOf(pid) - cpuBefore]
    const live = memoryOf(pid).rss
    await load.ask('ended')
    const quantile = (/** @type {number[]} */ counts, /** @type {number} */ share) =>
      new Histogram(counts).quantile(share) / 1000
    const each = ((live - idle) * 1024) / SESSIONS
    return {
      'live-sessions': {
        value: memoryOf(pid).peak,
        note: `${each.toFixed(0)} KB per running turn, ${((cpu / elapsed) * 100).toFixed(0)} % of a core`,
      },
      'live-sessions-latency': {
        value: quantile(latencies, 0.5),
        note: `p99 ${quantile(latencies, 0.99).toFixed(1)} ms; beats of 200 ms came p99 ${quantile(intervals, 0.99).toFixed(0)} ms after the one before`,
      },
    }
  },
}
