import { setTimeout as passes } from 'node:timers/promises'
import { within } from '../goals.mjs'
import { sessionNames } from '../load/event-text.mjs'
import { memoryOf } from '../proc.mjs'
import { ingestLoad } from './ingest.mjs'

const SESSIONS = 16
const IDLE_MS = 30_000

/** Memory on the log with a million events in a thousand sessions: under the load of the ingest row, and after it. */
export const memoryMillion = {
  name: 'memory-million',
  measures: {
    'memory-million': {
      title: 'Memory 30 s after the load, 1,000,000 events, 1,000 sessions, 100 subscribers',
      unit: 'MiB',
      goal: within(200, 'MiB'),
    },
    'memory-million-peak': {
      title: 'Highest memory under the load of the ingest row on that log',
      unit: 'MiB',
      goal: within(320, 'MiB'),
    },
  },
  /** @param {import('../context.mjs').Context} context */
  async run(context) {
    const { pid, ...server } = await context.gateway(await context.million())
    const load = await ingestLoad(context, { pid, ...server }, sessionNames(SESSIONS))
    const { eventsPerSecond } = await load.measure(context.seconds(6))
    const { peak } = memoryOf(pid)
    context.stepAside()
    await passes(IDLE_MS)
    return {
      'memory-million': { value: memoryOf(pid).rss, note: `after ${eventsPerSecond.toFixed(0)} events/s` },
      'memory-million-peak': { value: peak },
    }
  },
}
