import { atMost } from '../goals.mjs'
import { interleave } from '../interleave.mjs'
import { Histogram } from '../load/histogram.mjs'
import { middlePair } from '../statistics.mjs'

/** A call on an open bidirectional stream, from the line that is sent to the line that answers it. */
export const rpcRoundTrip = {
  name: 'rpc-round-trip',
  measures: {
    'rpc-round-trip': {
      title: 'Round trip of holon/status on an open stream, median',
      unit: 'ms',
      goal: atMost(3),
    },
  },
  /** @param {import('../context.mjs').Context} context */
  async run(context) {
    const gateway = await calls(context, await context.gateway())
    const baseline = await calls(context, await context.baseline('./baseline/line-echo.mjs'))
    const seconds = context.seconds(1.5)
    const pairs = await interleave(context.pairs, {
      gateway: () => gateway(seconds),
      baseline: () => baseline(seconds),
    })
    return {
      'rpc-round-trip': middlePair(
        pairs.map(({ gateway, baseline }) => ({
          value: gateway.p50,
          baseline: baseline.p50,
          note: `p99 ${gateway.p99.toFixed(2)} ms, baseline ${baseline.p99.toFixed(2)}`,
        })),
      ),
    }
  },
}

/** @param {import('../context.mjs').Context} context @param {import('../context.mjs').Server} server */
async function calls(context, { port, token }) {
  const load = context.load('./load/rpc-calls.mjs', { port, token })
  await load.ask('connect')
  return async (/** @type {number} */ seconds) => {
    const { latencies } = await load.ask('run', { seconds })
    const took = new Histogram(latencies)
    return { p50: took.quantile(0.5) / 1000, p99: took.quantile(0.99) / 1000 }
  }
}
