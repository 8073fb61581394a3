import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import Database from 'libsql'
import { digits, envelope } from '../load/event-text.mjs'
import { micros } from '../load/histogram.mjs'
import { answerQuestions } from '../load/load-process.mjs'
import { eventRows } from './event-rows.mjs'

// Nothing but SQLite: the same rows, in groups of the same size, each group on disk before the next begins.
const settings = answerQuestions({ insert })
/** @type {{dataDir: string, sessions: number, size: number}} */
const { dataDir, sessions, size } = settings

const { begin, add, commit } = eventRows(new Database(join(dataDir, 'baseline.db')), 'FULL')
const payload = JSON.stringify(JSON.parse(envelope('')).payload)
let inserted = 0

/** @param {{seconds: number}} details */
function insert({ seconds }) {
  const begun = micros()
  const before = inserted
  let elapsed = 0
  while (elapsed < seconds * 1e6) {
    begin.run()
    for (let line = 0; line < size; line += 1) {
      inserted += 1
      const eventId = `bench:${digits(inserted)}`
      const data = `{"notify":{"type":"progress","eventId":"${eventId}","payload":${payload}}}`
      const session = inserted % sessions
      add([session, Math.floor(inserted / sessions), randomUUID(), Date.now(), data, eventId])
    }
    commit.run()
    elapsed = micros() - begun
  }
  return { eventsPerSecond: ((inserted - before) / elapsed) * 1e6 }
}
