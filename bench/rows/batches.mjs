import { setTimeout as passes } from 'node:timers/promises'
import { atLeast } from '../goals.mjs'
import { interleave } from '../interleave.mjs'
import { sessionNames } from '../load/event-text.mjs'
import { micros } from '../load/histogram.mjs'
import { cpuOf } from '../proc.mjs'
import { middlePair } from '../statistics.mjs'

const CONNECTIONS = 3
const SESSIONS = 16
const SIZE = 1000
const WARM_UP_MS = 400

/** Durable NDJSON batches, beside a bare SQLite loop that commits the same rows in groups of one batch. */
export const batches = {
  name: 'batches',
  measures: {
    batches: {
      title: 'Durable NDJSON batches of 1,000',
      unit: 'events/s',
      goal: atLeast(0.5),
      target: '30,000 events/s',
    },
  },
  /** @param {import('../context.mjs').Context} context */
  async run(context) {
    const { pid, port, token } = await context.gateway()
    const sessions = sessionNames(SESSIONS)
    const senders = context.load('./load/batches.mjs', {
      port,
      token,
      sessions,
      connections: CONNECTIONS,
      size: SIZE,
    })
    const loop = context.load('./baseline/insert-loop.mjs', {
      dataDir: context.directory(),
      sessions: SESSIONS,
      size: SIZE,
    })
    const seconds = context.seconds(1.5)
    const pairs = await interleave(context.pairs, {
      gateway: () => sendFor(pid, senders, seconds),
      baseline: () => loop.ask('insert', { seconds }),
    })
    return {
      batches: middlePair(
        pairs.map(({ gateway, baseline }) => ({
          value: gateway.eventsPerSecond,
          baseline: baseline.eventsPerSecond,
          note: `${gateway.cpuPerEvent.toFixed(0)} µs CPU per event`,
        })),
      ),
    }
  },
}

/** @param {number} pid @param {import('../load/load-process.mjs').LoadProcess} senders @param {number} seconds */
async function sendFor(pid, senders, seconds) {
  await senders.ask('start')
  await passes(WARM_UP_MS)
  await senders.ask('measure')
  const [begun, cpuBefore] = [micros(), cpuOf(pid)]
  await passes(seconds * 1000)
  const { acknowledged } = await senders.ask('report')
  const [elapsed, cpu] = [micros() - begun, cpuOf(pid) - cpuBefore]
  await senders.ask('stop')
  return { eventsPerSecond: (acknowledged / elapsed) * 1e6, cpuPerEvent: cpu / acknowledged }
}
