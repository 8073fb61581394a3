import { atLeast, atMost, within } from '../goals.mjs'
import { interleave } from '../interleave.mjs'
import { sessionNames } from '../load/event-text.mjs'
import { measureWindow } from '../load/windows.mjs'
import { openSessions } from '../open-sessions.mjs'
import { memoryOf } from '../proc.mjs'
import { middlePair } from '../statistics.mjs'

const CONNECTIONS = 64
const SUBSCRIBERS = 100
const SESSIONS = 16

/** Durable single POSTs with live subscribers, beside bare node:http with the same group commit and fan-out. */
export const ingest = {
  name: 'ingest',
  measures: {
    ingest: {
      title: 'Durable single POSTs, 64 connections, 100 subscribers',
      unit: 'events/s',
      goal: atLeast(0.6),
      target: '10,000 events/s, p99 25 ms',
    },
    'ingest-cpu': {
      title: 'CPU of the server per event of that',
      unit: 'µs/event',
      goal: atMost(1.7),
    },
    'ingest-peak': {
      title: 'Highest memory under that',
      unit: 'MiB',
      goal: within(320, 'MiB'),
    },
  },
  /** @param {import('../context.mjs').Context} context */
  async run(context) {
    const gateway = await ingestLoad(context, await context.gateway(), sessionNames(SESSIONS))
    const baseline = await ingestLoad(
      context,
      await context.baseline('./baseline/server.mjs'),
      sessionNames(SESSIONS),
    )
    const seconds = context.seconds(2.5)
    const pairs = await interleave(context.pairs, {
      gateway: () => gateway.measure(seconds),
      baseline: () => baseline.measure(seconds),
    })
    const events = middlePair(
      pairs.map(({ gateway, baseline }) => ({
        value: gateway.eventsPerSecond,
        baseline: baseline.eventsPerSecond,
        note: `acknowledged p99 ${gateway.ackP99.toFixed(0)} ms, delivered p99 ${gateway.deliveryP99.toFixed(0)} ms`,
      })),
    )
    const cpu = middlePair(
      pairs.map(({ gateway, baseline }) => ({ value: gateway.cpuPerEvent, baseline: baseline.cpuPerEvent })),
    )
    return { ingest: events, 'ingest-cpu': cpu, 'ingest-peak': { value: memoryOf(gateway.pid).peak } }
  },
}

/**
 * A server with the load of this row connected to it, to be measured as often as one likes.
 * @param {import('../context.mjs').Context} context @param {import('../context.mjs').Server} server @param {string[]} sessions
 */
export async function ingestLoad(context, server, sessions) {
  if (server.token !== '') await openSessions(server, sessions)
  const common = { port: server.port, token: server.token, sessions }
  const readers = context.load('./load/subscribers.mjs', { ...common, subscribers: SUBSCRIBERS })
  const writers = context.load('./load/publishers.mjs', { ...common, connections: CONNECTIONS, rate: 0 })
  await readers.ask('connect')
  return {
    pid: server.pid,
    /** @param {number} seconds */
    measure: (seconds) => measureWindow(server.pid, { readers, writers }, seconds),
  }
}
