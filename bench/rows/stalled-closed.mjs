import { setTimeout as passes } from 'node:timers/promises'
import { within } from '../goals.mjs'
import { openAll, openConnections, STALLED, sessions, stalledLoad } from './stalled-load.mjs'

const RATE = 20
const LIMIT_MS = 30_000
const LOOK_MS = 250

/**
 * How long the gateway keeps subscribers that never read, at a rate so low that they stay within their budget: until
 * the last of them is closed.
 */
export const stalledClosed = {
  name: 'stalled-closed',
  measures: {
    'stalled-closed': {
      title: 'Subscribers that never read are closed, after they took nothing more',
      unit: 's',
      goal: within(30, 's'),
    },
  },
  /** @param {import('../context.mjs').Context} context */
  async run(context) {
    const server = await context.gateway()
    await openAll(server)
    const { port, token } = server
    const writers = context.load('./load/publishers.mjs', {
      port,
      token,
      sessions,
      connections: 1,
      rate: RATE,
    })
    const stalledOnes = stalledLoad(context, server)
    await stalledOnes.connect()
    const begun = performance.now()
    const open = await openConnections(server)
    if (open !== STALLED) throw new Error(`${open} connections were open at the begin`)
    await writers.ask('start')
    context.stepAside()
    const seconds = () => (performance.now() - begun) / 1000
    while (performance.now() - begun < 2 * LIMIT_MS) {
      await passes(LOOK_MS)
      if ((await openConnections(server)) > 0) continue
      const took = seconds()
      await writers.ask('stop')
      return { 'stalled-closed': { value: took } }
    }
    throw new Error(`they were still open after ${seconds().toFixed(0)} s`)
  },
}
