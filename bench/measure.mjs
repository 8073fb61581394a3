import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as passes } from 'node:timers/promises'
import { Door } from '../scripts/gateway/door.mjs'
import { readToken, startProcess } from '../scripts/gateway/process.mjs'
import { Histogram, micros } from './histogram.mjs'
import { LoadProcess } from './load-process.mjs'
import { cpuOf, memoryOf } from './proc.mjs'

/**
 * A server to measure.
 * @typedef {{name: string, command: (dataDir: string) => string[], product: boolean}} Contender
 *
 * @typedef {object} IngestResult durations in ms, memory in MiB
 * @property {number} eventsPerSecond
 * @property {number} deliveriesPerSecond
 * @property {number} ackP50
 * @property {number} ackP99
 * @property {number} deliveryP50
 * @property {number} deliveryP99
 * @property {number} cpuPerEvent µs of the server's CPU
 * @property {number} serverCpu cores in use
 * @property {number} loadCpu cores the load generators use
 * @property {number} rss
 * @property {number} peak
 */

const SESSIONS = Array.from({ length: 16 }, (_, index) => `bench-${index + 1}`)
const WARM_UP_MS = 2000

/**
 * Durable ingest of single POSTs with live subscribers, on a fresh data directory.
 * @param {Contender} contender @param {{seconds: number, connections: number, subscribers: number}} load
 * @returns {Promise<IngestResult>}
 */
export async function measureIngest(contender, { seconds, connections, subscribers }) {
  const dataDir = mkdtempSync(join(tmpdir(), 'signalbox-bench-'))
  const server = startProcess(contender.command(dataDir))
  /** @type {LoadProcess[]} */
  const processes = []
  /** @param {string} file @param {object} settings */
  const begin = (file, settings) => {
    const started = new LoadProcess(file, settings)
    processes.push(started)
    return started
  }
  try {
    const port = await server.listening
    const token = contender.product ? readToken(dataDir) : ''
    if (contender.product) await openSessions(port, token)
    const common = { port, token, sessions: SESSIONS }
    const readers = begin('./subscribers.mjs', { ...common, subscribers, joins: contender.product })
    const writers = begin('./publishers.mjs', { ...common, connections })
    await readers.ask('connect')
    await writers.ask('connect')
    await writers.ask('start')
    await passes(WARM_UP_MS)
    const result = await window(server.pid, readers, writers, seconds)
    const { acknowledged } = await writers.ask('stop')
    await readers.ask('seen', { events: acknowledged })
    return result
  } finally {
    for (const process of processes) process.end()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** @param {number} pid @param {LoadProcess} readers @param {LoadProcess} writers @param {number} seconds */
async function window(pid, readers, writers, seconds) {
  const loads = () => cpuOf(readers.pid) + cpuOf(writers.pid)
  await Promise.all([readers.ask('measure'), writers.ask('measure')])
  const before = { at: micros(), server: cpuOf(pid), loads: loads() }
  await passes(seconds * 1000)
  const [read, written] = await Promise.all([readers.ask('report'), writers.ask('report')])
  const elapsed = micros() - before.at
  const serverCpu = cpuOf(pid) - before.server
  const acks = new Histogram(written.latencies)
  const deliveries = new Histogram(read.latencies)
  const { rss, peak } = memoryOf(pid)
  return {
    eventsPerSecond: (written.acknowledged / elapsed) * 1e6,
    deliveriesPerSecond: (read.deliveries / elapsed) * 1e6,
    ackP50: acks.quantile(0.5) / 1000,
    ackP99: acks.quantile(0.99) / 1000,
    deliveryP50: deliveries.quantile(0.5) / 1000,
    deliveryP99: deliveries.quantile(0.99) / 1000,
    cpuPerEvent: serverCpu / written.acknowledged,
    serverCpu: serverCpu / elapsed,
    loadCpu: (loads() - before.loads) / elapsed,
    rss,
    peak,
  }
}

/** One event in each session, so that there is something to join. @param {number} port @param {string} token */
async function openSessions(port, token) {
  const door = new Door(port, token)
  for (const session of SESSIONS) {
    const body = JSON.stringify({ session_id: session, payload: { type: 'new-plan' } })
    const { status, text } = await door.post(`/api/sessions/${session}/notify`, body)
    if (status !== 204) throw new Error(`opening ${session} was answered ${status}: ${text}`)
  }
  door.close()
}
