import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Torture } from './torture/torture.mjs'

const SHOWN_FAULTS = 20

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '20' }, seed: { type: 'string' } },
})
const kills = wholeNumber('kills', values.kills)
const seed = values.seed === undefined ? randomInt(2 ** 31) : wholeNumber('seed', values.seed)

const dataDir = mkdtempSync(join(tmpdir(), 'signalbox-torture-'))
const torture = await Torture.prepare({ dataDir, seed })
const begun = Date.now()
console.log(`torture: ${kills} kills, seed ${seed}, log in ${dataDir}`)

try {
  for (let kill = 1; kill <= kills; kill += 1) {
    await torture.killOnce({ whole: kill % 25 === 0 })
    if (kill % 10 === 0) console.log(`${line(kill)} after ${((Date.now() - begun) / 1000).toFixed(0)} s`)
  }
  await torture.stopAndLook()
} catch (error) {
  console.error(`torture stopped: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
} finally {
  await torture.end()
}

const { details } = torture.verdict()
for (const detail of details.slice(0, SHOWN_FAULTS)) console.error(detail)
if (details.length > SHOWN_FAULTS) console.error(`… and ${details.length - SHOWN_FAULTS} more`)
if (details.length > 0) process.exitCode = 1
if (process.exitCode === 1) console.error(`The log is kept in ${dataDir}; seed ${seed}.`)
else rmSync(dataDir, { recursive: true, force: true })
console.log(`acknowledged=${torture.acknowledged} seconds=${((Date.now() - begun) / 1000).toFixed(0)}`)
console.log(line(torture.kills))

/** @param {number} count */
function line(count) {
  const { lost, duplicated, reordered } = torture.verdict()
  return `kills=${count} lost=${lost} duplicated=${duplicated} reordered=${reordered}`
}

/** @param {string} name @param {string} text */
function wholeNumber(name, text) {
  if (!/^\d{1,9}$/.test(text)) {
    console.error(`--${name} takes a whole number, not "${text}".`)
    process.exit(1)
  }
  return Number(text)
}
