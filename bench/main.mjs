import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { upCommand } from '../scripts/gateway/process.mjs'
import { measureIngest } from './measure.mjs'
import { median, medians, table } from './report.mjs'

/** @typedef {import('./measure.mjs').IngestResult} IngestResult */

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    pairs: { type: 'string', default: '5' },
    json: { type: 'boolean', default: false },
  },
})
const load = { seconds: Number(values.seconds), connections: 64, subscribers: 100 }
const pairs = Number(values.pairs)
if (!(load.seconds > 0 && load.seconds <= 600) || !(pairs >= 1 && pairs <= 100)) {
  console.error('--seconds takes 1 to 600 and --pairs 1 to 100.')
  process.exit(1)
}

const BASELINE = fileURLToPath(new URL('./baseline/server.mjs', import.meta.url))
const gateway = {
  name: 'gateway',
  product: true,
  command: (/** @type {string} */ dataDir) => upCommand({ port: 0, dataDir }),
}
const baseline = {
  name: 'baseline',
  product: false,
  command: (/** @type {string} */ dataDir) => [process.execPath, BASELINE, '--data-dir', dataDir],
}

// A row passes by its ratio and its CPU, both against a baseline of the same minutes; the rest is for the reader.
const LEAST_RATIO = 0.6
const MOST_CPU = 1.7

/** @type {Record<string, IngestResult[]>} */
const runs = { gateway: [], baseline: [] }
for (let pair = 1; pair <= pairs; pair += 1) {
  // Whoever comes second finds a warmer machine: they take turns.
  const order = pair % 2 === 1 ? [gateway, baseline] : [baseline, gateway]
  for (const contender of order) {
    const result = await measureIngest(contender, load)
    runs[contender.name]?.push(result)
    console.error(
      `pair ${pair} of ${pairs}, ${contender.name}: ${Math.round(result.eventsPerSecond)} events/s, ${result.cpuPerEvent.toFixed(0)} µs CPU per event`,
    )
  }
}

/** The gateway's figure over the baseline's, pair by pair: the two runs of a pair share their noise. @param {'eventsPerSecond' | 'cpuPerEvent'} key */
function ratioOf(key) {
  return median(
    (runs.gateway ?? []).map((result, pair) => result[key] / (runs.baseline?.[pair]?.[key] ?? Number.NaN)),
  )
}

const gatewayMedian = medians(runs.gateway ?? [])
const baselineMedian = medians(runs.baseline ?? [])
const ratio = ratioOf('eventsPerSecond')
const cpu = ratioOf('cpuPerEvent')
const passed = ratio >= LEAST_RATIO && cpu <= MOST_CPU

if (values.json) {
  const row = { row: 'durable ingest', load, pairs, gateway: gatewayMedian, baseline: baselineMedian }
  console.log(JSON.stringify({ ...row, ratio, cpu, passed, runs }))
} else {
  console.log(
    `durable ingest: single POSTs, ${load.connections} connections, ${load.subscribers} subscribers`,
  )
  console.log(table({ gateway: gatewayMedian, baseline: baselineMedian }))
  console.log(`events/s ratio ${ratio.toFixed(2)} (needs >= ${LEAST_RATIO})`)
  console.log(`CPU per event ratio ${cpu.toFixed(2)} (needs <= ${MOST_CPU})`)
  console.log(passed ? 'passed' : 'not passed')
}
process.exitCode = passed ? 0 : 1
