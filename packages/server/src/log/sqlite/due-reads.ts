import type { ActivityId } from '@signalbox/protocol/flow'
import type Database from 'libsql'
import type { DeliveryKey, DueQuery } from '../outbox.js'

/** Nothing is put off for so long: a clock was set back since, and it is due. */
const LOST_MS = 3600_000

const HEADS = 'SELECT binding, due, latest FROM waiting INDEXED BY waiting_due WHERE activity = ?1'
const NOT_FULL = 'binding NOT IN (SELECT value FROM json_each(?4)) ORDER BY due, binding LIMIT ?5'
const ROWS =
  "SELECT offset FROM deliveries INDEXED BY deliveries_due WHERE binding = ? AND status = 'pending'"

/** The SQL of finding what is due. */
export const DUE_SQL = {
  // The bindings something is due of, those that have waited longest first.
  heads: `${HEADS} AND due <= ?2 AND ${NOT_FULL}`,
  // The same where some wait for a time that will not come: what comes before it may be put off as it should be.
  lostHeads: `${HEADS} AND (due <= ?2 OR due > ?3 OR latest > ?3 AND EXISTS (SELECT 1 FROM deliveries d INDEXED BY deliveries_due
      WHERE d.binding = waiting.binding AND d.status = 'pending' AND d.due > ?3)) AND ${NOT_FULL}`,
  anyLost: 'SELECT 1 FROM waiting INDEXED BY waiting_latest WHERE activity = ? AND latest > ? LIMIT 1',
  due: `${ROWS} AND due <= ? ORDER BY due, offset LIMIT ?`,
  lost: `${ROWS} AND due > ? ORDER BY due, offset LIMIT ?`,
  next: `SELECT due FROM waiting INDEXED BY waiting_due WHERE activity = ? AND due > ? AND due <= ? ORDER BY due LIMIT 1`,
} as const

/** A binding something is due of. */
interface Head {
  binding: number
  /** When its first row is due. */
  due: number
  /** None of its rows is due later. */
  latest: number
}

/** Finds what is due. What that costs goes by how much is wanted and by how much runs, not by how much waits. */
export function dueReads(db: Database.Database) {
  const sql = {
    heads: db.prepare(DUE_SQL.heads),
    lostHeads: db.prepare(DUE_SQL.lostHeads),
    anyLost: db.prepare(DUE_SQL.anyLost),
    due: db.prepare(DUE_SQL.due),
    lost: db.prepare(DUE_SQL.lost),
    next: db.prepare(DUE_SQL.next),
  }

  /** Bindings something is due of that are not full; so many that `many` of them have nothing that runs, if there are. */
  function heads(
    { now, running }: DueQuery,
    { activityId, many, ofOne }: DueQuery['wanted'][number],
  ): Head[] {
    const full = [...running].flatMap(([binding, runs]) => (runs >= ofOne ? [binding] : []))
    const limit = many + running.size - full.length
    const lost = now + LOST_MS
    const statement = sql.anyLost.get(activityId, lost) ? sql.lostHeads : sql.heads
    return statement.all(activityId, now, lost, JSON.stringify(full), limit) as Head[]
  }

  /** The first rows of a binding that are due. */
  function rows({ binding, latest }: Head, now: number, limit: number): { offset: number }[] {
    const due = sql.due.all(binding, now, limit) as { offset: number }[]
    const lost = now + LOST_MS
    if (due.length === limit || latest <= lost) return due
    return [...due, ...(sql.lost.all(binding, lost, limit - due.length) as { offset: number }[])]
  }

  return {
    /** What is due of one activity: of the bindings with the fewest that run first, so that none waits for others. */
    keys(query: DueQuery, wanted: DueQuery['wanted'][number]): DeliveryKey[] {
      const { many, ofOne } = wanted
      const turns = heads(query, wanted).map((head, waits) => ({
        head,
        waits,
        runs: query.running.get(head.binding) ?? 0,
      }))
      turns.sort((a, b) => a.runs - b.runs || a.waits - b.waits)
      // Each has one row at least: nothing comes of a binding that so many are before, nor of a rank after that of the last.
      const first = turns.slice(0, many)
      const lastRank = first[many - 1]?.runs ?? Number.POSITIVE_INFINITY
      const ranked = first.flatMap(({ head, waits, runs }, before) => {
        const limit = Math.min(many - before, ofOne - runs, lastRank - runs + 1)
        return rows(head, query.now, limit).map(({ offset }, n) => ({
          key: { offset, binding: head.binding },
          rank: runs + n,
          waits,
        }))
      })
      ranked.sort((a, b) => a.rank - b.rank || a.waits - b.waits)
      return ranked.slice(0, many).map(({ key }) => key)
    },
    /** When the next binding of an activity is due that is not yet. */
    next(activityId: ActivityId, now: number): number | undefined {
      return (sql.next.get(activityId, now, now + LOST_MS) as { due: number } | undefined)?.due
    },
  }
}
