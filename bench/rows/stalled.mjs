import { atMost } from '../goals.mjs'
import { measureWindow } from '../load/windows.mjs'
import { median } from '../statistics.mjs'
import { openAll, openConnections, STALLED, sessions, stalledLoad } from './stalled-load.mjs'

const READING = 90
const RATE = 1000
const CONNECTIONS = 32

/** What the other 90 of 100 subscribers notice of 10 that never read, and what those cost the server. */
export const stalled = {
  name: 'stalled',
  measures: {
    stalled: {
      title: 'Delivery p99 of 90 subscribers beside 10 that never read; baseline: without those',
      unit: 'ms',
      goal: atMost(1.5),
    },
    'stalled-cpu': {
      title: 'CPU of the server per delivery of that; baseline: without those that never read',
      unit: 'µs/delivery',
      goal: atMost(1.1),
    },
  },
  /** @param {import('../context.mjs').Context} context */
  async run(context) {
    const server = await context.gateway()
    const { pid, port, token } = server
    await openAll(server)
    const common = { port, token, sessions }
    const readers = context.load('./load/subscribers.mjs', { ...common, subscribers: READING })
    const writers = context.load('./load/publishers.mjs', { ...common, connections: CONNECTIONS, rate: RATE })
    await readers.ask('connect')
    const stalledOnes = stalledLoad(context, server)
    // Longer, and the gateway closes them within it.
    const seconds = Math.min(context.seconds(2.5), 2.5)
    const without = () => measureWindow(pid, { readers, writers }, seconds)
    const beside = async () => {
      await stalledOnes.connect()
      const window = await without()
      const open = await openConnections(server)
      if (open !== READING + STALLED) throw new Error(`${open} connections were left at the end of a run`)
      await stalledOnes.end()
      return window
    }
    await without()
    const pairs = []
    for (let pair = 0; pair < context.pairs; pair += 1) {
      const first = await (pair % 2 === 0 ? beside : without)()
      const second = await (pair % 2 === 0 ? without : beside)()
      pairs.push(pair % 2 === 0 ? { beside: first, without: second } : { beside: second, without: first })
    }
    const medians = (/** @type {'deliveryP99' | 'cpuPerDelivery'} */ key) => ({
      value: median(pairs.map(({ beside }) => beside[key])),
      baseline: median(pairs.map(({ without }) => without[key])),
    })
    return { stalled: medians('deliveryP99'), 'stalled-cpu': medians('cpuPerDelivery') }
  },
}
