import { atLeast } from '../goals.mjs'
import { interleave } from '../interleave.mjs'
import { openSessions } from '../open-sessions.mjs'
import { cpuOf } from '../proc.mjs'
import { middlePair } from '../statistics.mjs'

const SESSION = 'bench-1'
const SENDERS = 2
const WARM_UP_S = 0.3

/**
 * Events into one session that all subscribers have joined, as fast as the readers get them, beside a bare ws server
 * that sends each event to each client. Both get the same batches from the same senders; the gateway also checks,
 * numbers and stores every event before it is sent.
 * @param {number} subscribers @param {number} size of a batch
 */
function fanOut(subscribers, size) {
  const name = `fan-out-${subscribers}`
  return {
    name,
    measures: {
      [name]: {
        title: `Fan-out to ${subscribers.toLocaleString('en-US')} subscribers`,
        unit: 'deliveries/s',
        goal: atLeast(5),
        target: '1,000,000 deliveries/s',
      },
    },
    /** @param {import('../context.mjs').Context} context */
    async run(context) {
      const gateway = await fanOutLoad(context, await context.gateway())
      const baseline = await fanOutLoad(context, await context.baseline('./baseline/send-loop.mjs'))
      const seconds = context.seconds(1.5)
      const pairs = await interleave(context.pairs, {
        gateway: () => gateway(seconds),
        baseline: () => baseline(seconds),
      })
      return {
        [name]: middlePair(
          pairs.map(({ gateway, baseline }) => ({
            value: gateway.deliveriesPerSecond,
            baseline: baseline.deliveriesPerSecond,
            note: `${gateway.cpuPerDelivery.toFixed(2)} µs CPU per delivery, baseline ${baseline.cpuPerDelivery.toFixed(2)}`,
          })),
        ),
      }
    },
  }

  /** @param {import('../context.mjs').Context} context @param {import('../context.mjs').Server} server */
  async function fanOutLoad(context, { pid, port, token }) {
    if (token !== '') await openSessions({ port, token }, [SESSION])
    const settings = { port, token, session: SESSION, subscribers, size, senders: SENDERS }
    const load = context.load('./load/fan-out.mjs', settings)
    await load.ask('connect')
    return async (/** @type {number} */ seconds) => {
      const before = cpuOf(pid)
      const { deliveries, deliveriesPerSecond } = await load.ask('run', { seconds, warmUp: WARM_UP_S })
      return { deliveriesPerSecond, cpuPerDelivery: (cpuOf(pid) - before) / deliveries }
    }
  }
}

export const fanOutToHundred = fanOut(100, 250)
export const fanOutToThousand = fanOut(1000, 50)
