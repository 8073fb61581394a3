import { atLeast } from '../goals.mjs'
import { interleave } from '../interleave.mjs'
import { cpuOf } from '../proc.mjs'
import { middlePair } from '../statistics.mjs'

const CLIENTS = 50
const DELTAS = 10_000
const BYTES = 36
const WARM_UP_S = 1

/**
 * Turns of many small deltas to clients that joined the session, by CPU, beside a bare process that says the same deltas
 * as fast and fans them out. A delivery is one delta of the agent whose text has come to one client, in whatever frame:
 * the gateway may put several into one.
 * @param {{name: string, title: string, least: number, coalesceMs?: number}} details `coalesceMs` where it is not the
 *   default; `least` of the baseline
 */
function turnDeltas({ name, title, least, coalesceMs }) {
  return {
    name,
    measures: {
      [name]: { title, unit: 'deliveries/CPU s', goal: atLeast(least) },
    },
    /** @param {import('../context.mjs').Context} context */
    async run(context) {
      const gateway = await turnLoad(context, await context.gateway())
      const baseline = await turnLoad(context, await context.baseline('./baseline/turn.mjs'))
      await gateway(WARM_UP_S)
      await baseline(WARM_UP_S)
      const seconds = context.seconds(1)
      const pairs = await interleave(context.pairs, {
        gateway: () => gateway(seconds),
        baseline: () => baseline(seconds),
      })
      return {
        [name]: middlePair(
          pairs.map(({ gateway, baseline }) => ({
            value: gateway.perCpuSecond,
            baseline: baseline.perCpuSecond,
            note: `${(1e6 / gateway.perCpuSecond).toFixed(2)} µs CPU per delivery, baseline ${(1e6 / baseline.perCpuSecond).toFixed(2)}; ${gateway.framesPerTurn.toFixed(0)} frames and ${gateway.turnMs.toFixed(0)} ms a turn, baseline ${baseline.turnMs.toFixed(0)} ms`,
          })),
        ),
      }
    },
  }

  /** @param {import('../context.mjs').Context} context @param {import('../context.mjs').Server} server */
  async function turnLoad(context, { pid, port, token }) {
    const settings = { port, token, clients: CLIENTS, deltas: DELTAS, bytes: BYTES, coalesceMs }
    const load = context.load('./load/turns.mjs', settings)
    await load.ask('connect')
    return async (/** @type {number} */ seconds) => {
      const before = cpuOf(pid)
      const { deliveries, turns, framesPerTurn, seconds: took } = await load.ask('run', { seconds })
      const perCpuSecond = (deliveries / (cpuOf(pid) - before)) * 1e6
      return { perCpuSecond, framesPerTurn, turnMs: (took / turns) * 1000 }
    }
  }
}

export const turnDeltasGathered = turnDeltas({
  name: 'turn-deltas',
  title: 'A turn of 10,000 deltas to 50 clients: deltas whose text reached a client, per second of CPU',
  least: 0.7,
})

/** Every delta is decided, numbered and told to the threads by itself: that costs as much as fifty clients do. */
export const turnDeltasSingle = turnDeltas({
  name: 'turn-deltas-single',
  title: 'The same where nothing is gathered (`coalesceMs` 0): each delta is a frame',
  least: 0.3,
  coalesceMs: 0,
})
