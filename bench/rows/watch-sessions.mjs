import { setTimeout as passes } from 'node:timers/promises'
import { within } from '../goals.mjs'
import { micros } from '../load/histogram.mjs'
import { cpuOf, memoryOf } from '../proc.mjs'

const AGENTS = 200
/** Until everything that is called often is compiled: agents run for hours. */
const SETTLE_MS = 20_000
const MEASURED_S = 20
/** Of the hooks that were due, so many must have been posted: a machine that is busy elsewhere measures nothing. */
const LEAST_SHARE = 0.9

/**
 * Two hundred agents in people's terminals, one hook a second each over a connection of its own; their processes are
 * looked for, their transcripts are read, and somebody has the watch list open.
 */
export const watchSessions = {
  name: 'watch-200',
  measures: {
    'watch-200': {
      title: '200 observed sessions with one hook a second each, share of a core',
      unit: '%',
      goal: within(15, '%'),
    },
  },
  /** @param {import('../context.mjs').Context} context */
  async run(context) {
    const { pid, port, token } = await context.gateway()
    const directory = context.directory()
    const load = context.load('./load/hooked-agents.mjs', { port, token, directory, agents: AGENTS })
    await load.ask('open')
    await load.ask('run')
    await passes(SETTLE_MS)
    const before = await load.ask('report')
    const [begun, cpuBefore] = [micros(), cpuOf(pid)]
    await passes(context.seconds(MEASURED_S) * 1000)
    const [elapsed, cpu] = [micros() - begun, cpuOf(pid) - cpuBefore]
    const after = await load.ask('report')
    const [posted, told] = [after.posted - before.posted, after.told - before.told]
    const due = (AGENTS * elapsed) / 1e6
    if (posted < due * LEAST_SHARE)
      throw new Error(`only ${posted} of ${Math.round(due)} hooks were posted, ${after.lost} were lost`)
    const rate = (/** @type {number} */ count) => ((count * 1e6) / elapsed).toFixed(0)
    return {
      'watch-200': {
        value: (cpu / elapsed) * 100,
        note: `${rate(posted)} hooks/s, ${rate(told)} changes of the list/s, ${(cpu / posted).toFixed(0)} µs a hook, ${memoryOf(pid).rss.toFixed(0)} MiB`,
      },
    }
  },
}
