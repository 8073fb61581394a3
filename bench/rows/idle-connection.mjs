import { setTimeout as passes } from 'node:timers/promises'
import { within } from '../goals.mjs'
import { memoryOf } from '../proc.mjs'

const CONNECTIONS = 1000
const WARM_UP = 50
const ROUNDS = 3
const SETTLE_MS = 3000

/**
 * What one more connection to which nothing is said costs in memory: the most of several rounds.
 * @param {string} name @param {string} title @param {boolean} lines a stream of notifications, not a WebSocket
 */
function idle(name, title, lines) {
  return {
    name,
    measures: { [name]: { title, unit: 'KB', goal: within(60, 'KB') } },
    /** @param {import('../context.mjs').Context} context */
    async run(context) {
      const { pid, port, token } = await context.gateway()
      const connections = context.load('./load/idle.mjs', { port, token, lines })
      // The first few load code; that is not what they cost.
      await connections.ask('open', { connections: WARM_UP })
      await passes(SETTLE_MS)
      const rounds = []
      let before = memoryOf(pid).rss
      for (let round = 0; round < ROUNDS; round += 1) {
        await connections.ask('open', { connections: CONNECTIONS })
        await passes(SETTLE_MS)
        const { rss } = memoryOf(pid)
        rounds.push(((rss - before) * 1024) / CONNECTIONS)
        before = rss
      }
      const told = rounds.map((kilobytes) => kilobytes.toFixed(0)).join(', ')
      return { [name]: { value: Math.max(...rounds), note: `each further thousand: ${told} KB` } }
    },
  }
}

export const idleConnection = idle('idle-connection', 'Memory of one idle authenticated WebSocket', false)
export const idleStream = idle(
  'rpc-idle-stream',
  'Memory of one idle stream of notifications, of 1,000',
  true,
)
