import { setTimeout as passes } from 'node:timers/promises'
import { cpuOf } from '../proc.mjs'
import { Histogram, micros } from './histogram.mjs'

/**
 * @typedef {object} Window durations in ms
 * @property {number} events acknowledged within it
 * @property {number} eventsPerSecond
 * @property {number} deliveries
 * @property {number} ackP99
 * @property {number} deliveryP50
 * @property {number} deliveryP99
 * @property {number} cpuPerEvent µs of the server's CPU
 * @property {number} cpuPerDelivery
 */

const WARM_UP_MS = 400

/**
 * Lets publishers run for a while and measures the middle of it. Afterwards every reader must have got every
 * acknowledged event.
 * @param {number} pid of the server
 * @param {{readers: import('./load-process.mjs').LoadProcess, writers: import('./load-process.mjs').LoadProcess}} loads
 * @param {number} seconds
 * @returns {Promise<Window>}
 */
export async function measureWindow(pid, { readers, writers }, seconds) {
  await writers.ask('start')
  await passes(WARM_UP_MS)
  await Promise.all([readers.ask('measure'), writers.ask('measure')])
  const [begun, cpuBefore] = [micros(), cpuOf(pid)]
  await passes(seconds * 1000)
  const [read, written] = await Promise.all([readers.ask('report'), writers.ask('report')])
  const [elapsed, cpu] = [micros() - begun, cpuOf(pid) - cpuBefore]
  const { acknowledged } = await writers.ask('stop')
  await readers.ask('seen', { events: acknowledged })
  const deliveries = new Histogram(read.latencies)
  return {
    events: written.acknowledged,
    eventsPerSecond: (written.acknowledged / elapsed) * 1e6,
    deliveries: read.deliveries,
    ackP99: new Histogram(written.latencies).quantile(0.99) / 1000,
    deliveryP50: deliveries.quantile(0.5) / 1000,
    deliveryP99: deliveries.quantile(0.99) / 1000,
    cpuPerEvent: cpu / written.acknowledged,
    cpuPerDelivery: cpu / read.deliveries,
  }
}
