import { clean } from '@signalbox/protocol/clean'
import { resolveConfig, startGateway } from '@signalbox/server'
import { readToken } from '../../scripts/gateway/process.mjs'
import { answerQuestions } from '../load/load-process.mjs'
import { CallTimes } from './call-times.mjs'

// The gateway with a watch on its cleaner: how long it cleans, and how much CPU all of its threads use meanwhile.
/** @type {{dataDir: string}} */
const { dataDir } = answerQuestions({ open, measure, report })

let times = new CallTimes()
let cpu = process.cpuUsage()

async function open() {
  const flags = { port: '0', dataDir }
  const config = resolveConfig({ flags, env: {}, homeDir: dataDir, readFile: () => undefined })
  const { url } = await startGateway(config, { clean: timed, journal: () => {} })
  return { port: Number(new URL(url).port), token: readToken(dataDir) }
}

/** @type {import('@signalbox/protocol/clean').Clean} */
function timed(text, options) {
  const begun = performance.now()
  const cleaned = clean(text, options)
  times.add(text.length, (performance.now() - begun) * 1000)
  return cleaned
}

function measure() {
  times = new CallTimes()
  cpu = process.cpuUsage()
  return {}
}

/** Since the last `measure`, in µs. */
function report() {
  const { user, system } = process.cpuUsage(cpu)
  return { texts: times.count, cleaning: times.total(), cpu: user + system }
}
