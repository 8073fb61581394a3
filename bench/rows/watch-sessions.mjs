import { setTimeout as passes } from 'node:timers/promises'
import { atMost } from '../goals.mjs'
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
 * looked for, their transcripts are read, and somebody has the watch list open. Beside it, a bare server that takes and keeps each post.
 */
export const watchSessions = {
  name: 'watch-200',
  measures: {
    'watch-200': {
      title: '200 observed sessions with one hook a second each, share of a core',
      unit: '%',
      goal: atMost(1.7),
      target: '15 % of a core',
    },
  },
  /** @param {import('../context.mjs').Context} context */
  async run(context) {
    const gateway = await measured(context, await context.gateway(), false)
    const baseline = await measured(context, await context.baseline('./baseline/server.mjs'), true)
    const { share, perSecond, told, cpu, memory } = gateway
    return {
      'watch-200': {
        value: share,
        baseline: baseline.share,
        note: `${perSecond.toFixed(0)} hooks/s, ${told.toFixed(0)} changes of the list/s, ${cpu.toFixed(0)} µs a hook, ${memory.toFixed(0)} MiB; the baseline takes each post and keeps it`,
      },
    }
  },
}

/**
 * What the hooks cost a server; it is ended afterwards.
 * @param {import('../context.mjs').Context} context @param {import('../context.mjs').Server} server @param {boolean} bare
 */
async function measured(context, { pid, port, token, stop }, bare) {
  const directory = context.directory()
  const load = context.load('./load/hooked-agents.mjs', { port, token, directory, agents: AGENTS, bare })
  await load.ask('open')
  await load.ask('run')
  await passes(SETTLE_MS)
  const before = await load.ask('report')
  const [begun, cpuBefore] = [micros(), cpuOf(pid)]
  await passes(context.seconds(MEASURED_S) * 1000)
  const [elapsed, cpu] = [micros() - begun, cpuOf(pid) - cpuBefore]
  const after = await load.ask('report')
  const memory = memoryOf(pid).rss
  load.end()
  await stop()
  const posted = after.posted - before.posted
  const due = (AGENTS * elapsed) / 1e6
  if (posted < due * LEAST_SHARE)
    throw new Error(`only ${posted} of ${Math.round(due)} hooks were posted, ${after.lost} were lost`)
  const perSecond = (/** @type {number} */ count) => (count * 1e6) / elapsed
  return {
    share: (cpu / elapsed) * 100,
    perSecond: perSecond(posted),
    told: perSecond(after.told - before.told),
    cpu: cpu / posted,
    memory,
  }
}
