import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import Database from 'libsql'
import { micros } from '../load/histogram.mjs'
import { answerQuestions, fail } from '../load/load-process.mjs'

// Nothing but SQLite: what a wire shows of every row of one session, in order, in the cheapest form there is.
const settings = answerQuestions({ scan })
/** @type {{dataDir: string}} */
const { dataDir } = settings

const db = new Database(`${pathToFileURL(join(dataDir, 'events.db')).href}?mode=ro`)
const read = db
  .prepare(
    `SELECT seq, ts, type, turn, data FROM events
     WHERE session = (SELECT session FROM aliases WHERE native = ?) ORDER BY seq`,
  )
  .raw()

/** @param {{session: string, events: number}} details */
function scan({ session, events }) {
  const begun = micros()
  let rows = 0
  for (const _ of read.iterate(session)) rows += 1
  const whole = micros() - begun
  if (rows !== events) fail(`a scan found ${rows} rows of ${events}`)
  return { whole }
}
