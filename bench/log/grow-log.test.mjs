import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { expect, it, onTestFinished } from 'vitest'
import { openLog } from '../../packages/server/dist/log/open-log.js'
import { eventCommit, growLog } from './grow-log.mjs'

const PLAN = [
  { name: 'long', events: 9, padding: 0 },
  { name: 'short', events: 3, padding: 20 },
  { name: 'middle', events: 6, padding: 0 },
]

function directory() {
  const path = mkdtempSync(join(tmpdir(), 'signalbox-grow-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** The same events, each through the product. */
async function writtenLog() {
  const dataDir = directory()
  const log = await openLog({ dataDir })
  for (const session of PLAN) {
    for (let n = 1; n < session.events; n += 1) await log.commit(eventCommit(session, n))
  }
  await log.close()
  return dataDir
}

async function grownLog() {
  const dataDir = directory()
  await growLog(dataDir, PLAN)
  return dataDir
}

/** Everything in a log, with what can never be the same twice made alike. @param {string} dataDir */
function contentsOf(dataDir) {
  const db = new Database(join(dataDir, 'events.db'))
  onTestFinished(() => void db.close())
  const all = (/** @type {string} */ sql) => db.prepare(sql).all()
  const tables = all('SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name')
  const rows = Object.fromEntries(
    tables
      .filter(({ sql }) => sql.startsWith('CREATE TABLE'))
      .map(({ name }) => [name, all(`SELECT * FROM ${name}${ORDER[name] ?? ''}`).map(alike)]),
  )
  return { tables, rows, mode: db.pragma('journal_mode'), check: db.pragma('integrity_check') }
}

/** @type {Record<string, string>} */
const ORDER = { events: ' ORDER BY session, seq' }

/** @param {Record<string, unknown>} row */
function alike({ offset, ...row }) {
  return JSON.stringify(row)
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g, 'uuid')
    .replaceAll(/\b1[0-9]{12}\b/g, 'time')
}

it('is row by row what the product writes', async () => {
  expect(contentsOf(await grownLog())).toEqual(contentsOf(await writtenLog()))
})

it('reads like any other log, in order of time and place', async () => {
  const log = await openLog({ dataDir: await grownLog() })
  onTestFinished(() => log.close())
  expect(log.health()).toEqual({ state: 'ok', check: 'not_needed' })
  for (const { name, events, padding } of PLAN) {
    const id = (await log.reader.resolve('local', name)) ?? ''
    const page = await log.reader.read(id, { afterSeq: 0, limit: 100 })
    expect(page.events.map(({ seq }) => seq)).toEqual(Array.from({ length: events }, (_, index) => index + 1))
    const told = page.events.slice(1).map(({ data }) => JSON.parse(data).notify)
    expect(new Set(told.map(({ eventId }) => eventId)).size).toBe(events - 1)
    expect(told[0].payload.summary.endsWith('x'.repeat(padding))).toBe(true)
    const times = page.events.map(({ ts }) => ts)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    const offsets = page.events.map(({ offset }) => offset)
    expect(offsets).toEqual(offsets.toSorted((a, b) => a - b))
  }
})

it('takes further events, and knows those it has', async () => {
  const log = await openLog({ dataDir: await grownLog() })
  onTestFinished(() => log.close())
  const [session] = PLAN
  const again = await log.commit(eventCommit(session, 5))
  expect(again).toMatchObject({ duplicate: true, first: { seq: 6 } })
  const next = await log.commit(eventCommit(session, 9))
  expect(next).toMatchObject({ duplicate: false, first: { seq: 10 } })
})
