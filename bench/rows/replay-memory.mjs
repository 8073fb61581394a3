import { setTimeout as passes } from 'node:timers/promises'
import { within } from '../goals.mjs'
import { HEAVY } from '../log/plan.mjs'
import { forgetPeak, memoryOf } from '../proc.mjs'

const SETTLE_MS = 1000
const SLOW_BYTES_PER_SECOND = 16 * 1024 * 1024
const LEAST_BYTES = 50e6

/** What a replay of 50 MB costs in memory, to a reader that takes it as fast as it can and to a slow one. */
export const replayMemory = {
  name: 'replay-50mb',
  measures: {
    'replay-50mb': {
      title: 'Memory a replay of 50 MB takes on top, to a fast and to a slow reader',
      unit: 'MiB',
      goal: within(64, 'MiB'),
    },
  },
  /** @param {import('../context.mjs').Context} context */
  async run(context) {
    const dataDir = await context.million()
    const fast = await extra(context, dataDir, undefined)
    const slow = await extra(context, dataDir, SLOW_BYTES_PER_SECOND)
    return {
      'replay-50mb': {
        value: Math.max(fast, slow),
        note: `fast ${fast.toFixed(0)} MiB, slow (16 MiB/s) ${slow.toFixed(0)} MiB`,
      },
    }
  },
}

/** The highest memory during a replay above that of a gateway that has just started. @param {import('../context.mjs').Context} context @param {string} dataDir @param {number | undefined} bytesPerSecond */
async function extra(context, dataDir, bytesPerSecond) {
  const { pid, port, token, stop } = await context.gateway(dataDir)
  const reader = context.load('./load/replays.mjs', { port, token })
  await passes(SETTLE_MS)
  const { rss } = memoryOf(pid)
  forgetPeak(pid)
  const { name: session, events } = HEAVY
  // A snapshot, the events, the end.
  const { bytes } = await reader.ask('count', { session, frames: events + 2, bytesPerSecond })
  const { peak } = memoryOf(pid)
  if (bytes < LEAST_BYTES) throw new Error(`the session has only ${bytes} bytes`)
  await stop()
  return peak - rss
}
