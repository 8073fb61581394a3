import type { ActivityId } from '@signalbox/protocol/flow'
import fc from 'fast-check'
import Database from 'libsql'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { DueQuery } from '../outbox.js'
import { dueReads } from './due-reads.js'
import { migrate } from './migrations.js'

const NOW = 10_000_000
const HOUR = 3600_000
type Wanted = DueQuery['wanted'][number]

/** An outbox with so many bindings. */
function deliveries(bindings: number) {
  const db = new Database(':memory:')
  onTestFinished(() => void db.close())
  migrate(db, () => {})
  const bind = db.prepare('INSERT INTO bindings VALUES (?, ?, 0, ?, ?, 0)')
  for (let key = 1; key <= bindings; key++) bind.run(key, `t${key}`, activityOf(key), '{}')
  return db
}

/** Most are of one activity. */
function activityOf(binding: number): ActivityId {
  return binding % 4 === 3 ? 'toast_notification' : 'post_webhook'
}

interface Row {
  offset: number
  binding: number
  due: number
}

/** The rows that are to be tried, as the table has them. */
const pending = (db: Database.Database) =>
  db.prepare("SELECT offset, binding, due FROM deliveries WHERE status = 'pending'").all() as Row[]

/** What is due, by going over everything. */
function plainly(rows: readonly Row[], { now, running }: DueQuery, { activityId, many, ofOne }: Wanted) {
  const lost = now + HOUR
  const first = new Map<number, number>()
  for (const { binding, due } of rows)
    first.set(binding, Math.min(due, first.get(binding) ?? Number.POSITIVE_INFINITY))
  const ranked = [...first].flatMap(([binding, since]) => {
    const runs = running.get(binding) ?? 0
    return rows
      .filter((row) => row.binding === binding && (row.due <= now || row.due > lost))
      .sort((a, b) => a.due - b.due || a.offset - b.offset)
      .map(({ offset }, n) => ({ offset, binding, since, rank: runs + n }))
      .filter(({ rank }) => activityOf(binding) === activityId && rank < ofOne)
  })
  ranked.sort((a, b) => a.rank - b.rank || a.since - b.since || a.binding - b.binding)
  return ranked.slice(0, many).map(({ offset, binding }) => ({ offset, binding }))
}

/** When the first row of a binding is due that has none yet. */
function plainlyNext(rows: readonly Row[], now: number, activityId: ActivityId): number | undefined {
  const firsts = [...new Set(rows.map(({ binding }) => binding))]
    .filter((binding) => activityOf(binding) === activityId)
    .map((binding) => Math.min(...rows.filter((row) => row.binding === binding).map(({ due }) => due)))
  return firsts.filter((due) => due > now && due <= now + HOUR).sort((a, b) => a - b)[0]
}

describe('whatever became of the rows', () => {
  const BINDINGS = 8
  const binding = fc.integer({ min: 1, max: BINDINGS })
  /** Due already, put off, and put off by a clock that was ahead. */
  const due = fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: NOW - 3, max: NOW + 1 }) },
    { weight: 2, arbitrary: fc.integer({ min: NOW + 1, max: NOW + HOUR + 1 }) },
    { weight: 1, arbitrary: fc.integer({ min: NOW + HOUR, max: NOW + 9 * HOUR }) },
  )
  const offset = fc.integer({ min: 1, max: 9 })
  /** What the writer does to rows, and the like. */
  const change = fc.oneof(
    ...[1, 2, 3].map(() =>
      fc.tuple(
        fc.constant(
          "INSERT INTO deliveries (due, offset, binding, session, status, attempts, created_at, updated_at) VALUES (?, ?, ?, 1, 'pending', 0, 0, 0) ON CONFLICT DO NOTHING",
        ),
        fc.tuple(due, offset, binding),
      ),
    ),
    fc.tuple(
      fc.constant("UPDATE deliveries SET status = 'running', due = NULL WHERE offset = ? AND binding = ?"),
      fc.tuple(offset, binding),
    ),
    fc.tuple(
      fc.constant("UPDATE deliveries SET status = 'pending', due = ? WHERE offset = ? AND binding = ?"),
      fc.tuple(due, offset, binding),
    ),
    fc.tuple(
      fc.constant(
        "UPDATE OR IGNORE deliveries SET status = 'pending', due = ?, binding = ? WHERE offset = ?",
      ),
      fc.tuple(due, binding, offset),
    ),
    fc.tuple(
      fc.constant("UPDATE deliveries SET status = 'dead', due = NULL WHERE offset <= ?"),
      fc.tuple(offset),
    ),
    fc.tuple(fc.constant('DELETE FROM deliveries WHERE offset = ?'), fc.tuple(offset)),
  ) as fc.Arbitrary<[sql: string, values: number[]]>
  const wanted = fc.record({
    activityId: binding.map(activityOf),
    many: fc.oneof(fc.integer({ min: 1, max: 2 }), fc.integer({ min: 3, max: 16 })),
    ofOne: fc.integer({ min: 1, max: 5 }),
  })
  const running = fc.array(fc.tuple(binding, fc.constantFrom(1, 1, 2, 3, Number.MAX_SAFE_INTEGER)), {
    maxLength: 4,
  })

  it('finds what going over all of them finds, in the same order, and when the next is due', () => {
    const db = deliveries(BINDINGS)
    const reads = dueReads(db)
    fc.assert(
      fc.property(fc.array(change, { maxLength: 50 }), wanted, running, (changes, one, runs) => {
        db.exec('DELETE FROM deliveries')
        expect(db.prepare('SELECT * FROM waiting').all()).toEqual([])
        for (const [sql, values] of changes) db.prepare(sql).run(values)
        const rows = pending(db)
        const query = { now: NOW, wanted: [one], running: new Map(runs) }
        expect(reads.keys(query, one)).toEqual(plainly(rows, query, one))
        expect(reads.next(one.activityId, NOW)).toBe(plainlyNext(rows, NOW, one.activityId))
      }),
      { numRuns: 500 },
    )
  })
})

it('finds who has none that runs behind any number of those who have', () => {
  const db = deliveries(10)
  db.exec(`INSERT INTO deliveries (offset, binding, session, status, attempts, due, created_at, updated_at)
    SELECT 1, key, 1, 'pending', 0, ${NOW} - 100 + key, 0, 0 FROM bindings`)
  const one: Wanted = { activityId: 'post_webhook', many: 1, ofOne: 3 }
  const running = new Map([1, 2, 3, 4, 5, 6, 7, 8].map((binding) => [binding, binding % 2 ? 1 : 3]))
  expect(dueReads(db).keys({ now: NOW, wanted: [one], running }, one)).toEqual([{ offset: 1, binding: 9 }])
})

describe('what it costs to look', () => {
  /** How many statements are run, and how many rows they answer. */
  function counted(db: Database.Database) {
    const cost = { statements: 0, rows: 0 }
    const count = <T>(rows: T, many: number): T => {
      cost.statements++
      cost.rows += many
      return rows
    }
    const prepare = (sql: string) => {
      const statement = db.prepare(sql)
      return {
        all(...of: unknown[]) {
          const rows = statement.all(...of)
          return count(rows, rows.length)
        },
        get(...of: unknown[]) {
          const row = statement.get(...of)
          return count(row, row ? 1 : 0)
        },
      }
    }
    return { cost, reads: dueReads({ prepare } as unknown as Database.Database) }
  }

  /** Each of so many bindings has so many rows that are due, and one that is put off. */
  function crowd(bindings: number, rows: number) {
    const db = deliveries(bindings)
    db.exec(`
      WITH RECURSIVE o (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM o WHERE n < ${rows})
      INSERT INTO deliveries (offset, binding, session, status, attempts, due, created_at, updated_at)
      SELECT o.n, b.key, 1, 'pending', 0, ${NOW} + iif(o.n = 0, 1000, -o.n), 0, 0 FROM o, bindings b
    `)
    return counted(db)
  }
  const look = (
    { cost, reads }: ReturnType<typeof counted>,
    many: number,
    running: [number, number][] = [],
  ) => {
    const one: Wanted = { activityId: 'post_webhook', many, ofOne: 12 }
    expect(reads.keys({ now: NOW, wanted: [one], running: new Map(running) }, one)).toHaveLength(many)
    return { ...cost }
  }

  it.each([1, 16])('goes by how many are wanted, not by how many wait: %d', (many) => {
    const few = look(crowd(40, 20), many)
    expect(look(crowd(400, 50), many)).toEqual(few)
    // Whether any are lost, who is first, and the row of each.
    expect(few).toEqual({ statements: 2 + many, rows: 2 * many })
  })

  it('does not go up with bindings that are to have no more', () => {
    const held = Array.from({ length: 300 }, (_, n) => [n + 1, Number.MAX_SAFE_INTEGER] as [number, number])
    expect(look(crowd(400, 5), 16, held)).toEqual({ statements: 18, rows: 32 })
  })

  it('is bound by what is wanted also where few wait with many rows', () => {
    const { statements, rows } = look(crowd(4, 500), 16, [[2, 3]])
    expect(statements).toBe(2 + 3)
    expect(rows).toBeLessThanOrEqual(3 * 16)
  })
})

it('writes seldom how late the last of a binding is due', () => {
  const db = deliveries(1)
  const add = db.prepare(
    "INSERT INTO deliveries (offset, binding, session, status, attempts, due, created_at, updated_at) VALUES (?, 1, 1, 'pending', 0, ?, 0, 0)",
  )
  const latest = () => (db.prepare('SELECT latest FROM waiting').get() as { latest: number }).latest
  const seen = new Set<number>()
  for (let minute = 0; minute < 60; minute++) {
    add.run(minute, NOW + minute * 60_000)
    seen.add(latest())
    expect(latest()).toBeGreaterThanOrEqual(NOW + minute * 60_000)
  }
  expect(seen.size).toBeLessThanOrEqual(4)
})
