import { setTimeout as passes } from 'node:timers/promises'
import { within } from '../goals.mjs'
import { forgetPeak, memoryOf } from '../proc.mjs'

const SETTLE_MS = 1000
const DELTAS = 50_000
const BYTES = 1000

/** What a turn that says 50 MB costs in memory, with a client that joined and reads it. */
export const turnMemory = {
  name: 'turn-50mb',
  measures: {
    'turn-50mb': {
      title: 'Memory a turn of 50 MB takes on top, with a client that reads it',
      unit: 'MiB',
      goal: within(64, 'MiB'),
    },
  },
  /** @param {import('../context.mjs').Context} context */
  async run(context) {
    const { pid, port, token } = await context.gateway()
    const client = context.load('./load/long-turn.mjs', { port, token, deltas: DELTAS, bytes: BYTES })
    await client.ask('connect')
    await passes(SETTLE_MS)
    const { rss } = memoryOf(pid)
    forgetPeak(pid)
    const { seconds, missed } = await client.ask('run')
    return {
      'turn-50mb': {
        value: memoryOf(pid).peak - rss,
        note: `said in ${seconds.toFixed(1)} s, ${missed} events missed and told so`,
      },
    }
  },
}
