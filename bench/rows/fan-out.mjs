import { atLeast } from '../goals.mjs'
import { interleave } from '../interleave.mjs'
import { openSessions } from '../open-sessions.mjs'
import { cpuOf } from '../proc.mjs'
import { middlePair } from '../statistics.mjs'

const SESSION = 'bench-1'
const SENDERS = 2
const WARM_UP_S = 0.3

/** The wires: what their readers are called, and the bare server beside the gateway. */
const WIRES = {
  ws: {
    ...{ name: 'fan-out', readers: 'subscribers', wire: 'ws', least: 5 },
    baseline: ['./baseline/send-loop.mjs'],
  },
  rpc: {
    ...{ name: 'rpc-fan-out', readers: 'NDJSON readers', wire: 'lines', least: 5 },
    baseline: ['./baseline/line-loop.mjs'],
  },
  /** Beside a server whose messages come together: a guard, since Node gathers their writes as the gateway does. */
  rpcTogether: {
    name: 'rpc-fan-out-together',
    readers: 'NDJSON readers, messages together',
    wire: 'lines',
    least: 1.5,
    baseline: ['./baseline/line-loop.mjs', '--together'],
  },
  /** Beside a server that makes each record on its way; the gateway reads what it stored, for whoever comes back. */
  logs: {
    ...{ name: 'log-stream', readers: 'readers of the log stream', wire: 'records', least: 1.5 },
    baseline: ['./baseline/record-loop.mjs'],
  },
}

/**
 * Events into one session that all subscribers hear, as fast as the readers get them, beside a bare server that sends
 * each event to each client. Both get the same batches from the same senders; the gateway also checks, numbers and stores
 * every event before it is sent.
 * @param {number} subscribers @param {number} size of a batch @param {keyof typeof WIRES} [wire]
 */
function fanOut(subscribers, size, wire = 'ws') {
  const { name: kind, readers, least, baseline, wire: reads } = WIRES[wire]
  const [bare = '', ...settings] = baseline
  const name = `${kind}-${subscribers}`
  return {
    name,
    measures: {
      [name]: {
        title: `Fan-out to ${subscribers.toLocaleString('en-US')} ${readers}`,
        unit: 'deliveries/s',
        goal: atLeast(least),
        target: '1,000,000 deliveries/s',
      },
    },
    /** @param {import('../context.mjs').Context} context */
    async run(context) {
      const gateway = await fanOutLoad(context, await context.gateway())
      const baseline = await fanOutLoad(context, await context.baseline(bare, ...settings))
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
    const settings = {
      port,
      token,
      session: SESSION,
      subscribers,
      size,
      senders: SENDERS,
      wire: reads,
    }
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
export const rpcFanOutToHundred = fanOut(100, 250, 'rpc')
export const rpcFanOutTogether = fanOut(100, 250, 'rpcTogether')
export const logStreamToFifty = fanOut(50, 250, 'logs')
