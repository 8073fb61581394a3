import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { FlowTorture } from './torture/flow-torture.mjs'

const SHOWN_FAULTS = 20

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    events: { type: 'string', default: '200' },
    seed: { type: 'string' },
  },
})
const kills = wholeNumber('kills', values.kills)
const events = wholeNumber('events', values.events)
const seed = values.seed === undefined ? randomInt(2 ** 31) : wholeNumber('seed', values.seed)

const dataDir = mkdtempSync(join(tmpdir(), 'signalbox-torture-'))
const torture = await FlowTorture.prepare({ dataDir, seed, events })
const begun = Date.now()
const seconds = () => ((Date.now() - begun) / 1000).toFixed(0)
console.log(`torture of flows: ${kills} kills, ${events} events, seed ${seed}, log in ${dataDir}`)

try {
  for (let kill = 1; kill <= kills; kill += 1) {
    await torture.killOnce(kills - kill + 1)
    if (kill % 10 === 0) console.log(`kills=${kill} events=${torture.sent} after ${seconds()} s`)
  }
  await torture.finish()
} catch (error) {
  console.error(`torture stopped: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
} finally {
  await torture.end()
}

const { details, ...found } = torture.verdict()
for (const detail of details.slice(0, SHOWN_FAULTS)) console.error(detail)
if (details.length > SHOWN_FAULTS) console.error(`… and ${details.length - SHOWN_FAULTS} more`)
if (details.length > 0) process.exitCode = 1
if (process.exitCode === 1) console.error(`The log is kept in ${dataDir}; seed ${seed}.`)
else rmSync(dataDir, { recursive: true, force: true })
console.log(`kills=${torture.kills} events=${torture.sent} seconds=${seconds()}`)
console.log(
  Object.entries(found)
    .map(([name, count]) => `${name}=${count}`)
    .join(' '),
)

/** @param {string} name @param {string} text */
function wholeNumber(name, text) {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  console.error(`--${name} takes a whole number, not "${text}".`)
  process.exit(1)
}
