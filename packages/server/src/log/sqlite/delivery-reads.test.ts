import { join } from 'node:path'
import Database from 'libsql'
import { expect, it, onTestFinished } from 'vitest'
import { tempDir } from '../testing.js'
import { deliveryReads } from './delivery-reads.js'
import { DUE_SQL } from './due-reads.js'
import { eventReads } from './event-reads.js'
import { migrate } from './migrations.js'

/** More than one page looks at: each of so many events set off `often`. */
const EVENTS = 20_400
/** The oldest set off `seldom`, too, and so did some where the first page ends. */
const SELDOM = [1, 2, ...Array.from({ length: 41 }, (_, n) => 400 + n)]

/** The outbox of a log whose events are gone, which is all a page needs. */
function reads() {
  const db = new Database(':memory:')
  migrate(db, () => {})
  db.exec(`
    INSERT INTO sessions (key, id, tenant, archived, seq, reserved, ts) VALUES (1, 's', 'local', 0, 0, 0, 0);
    INSERT INTO bindings (key, trigger_id, place, activity, config, used_at)
      VALUES (1, 'often', 0, 'post_webhook', '{}', 0), (2, 'seldom', 0, 'post_webhook', '{}', 0);
    WITH RECURSIVE offsets (offset) AS (SELECT 1 UNION ALL SELECT offset + 1 FROM offsets WHERE offset < ${EVENTS})
      INSERT INTO deliveries (offset, binding, session, status, attempts, created_at, updated_at, event, type)
      SELECT o.offset, b.key, 1, 'done', 1, 0, 0, 'e' || o.offset, 'notify_event'
      FROM offsets o JOIN bindings b ON b.key = 1 OR o.offset IN (${SELDOM});
  `)
  return deliveryReads(db, eventReads(db))
}

it('comes page by page to rows behind more than a page looks at, each once', () => {
  const { deliveries } = reads()
  const pages: string[][] = []
  for (let after: string | null | undefined; after !== null; ) {
    const query = { tenantId: 'local', triggerId: 'seldom', limit: 100 }
    const page = deliveries({ ...query, ...(after === undefined ? {} : { after }) })
    pages.push(page.deliveries.map(({ id }) => id))
    after = page.next
  }
  expect(pages.flat()).toEqual(SELDOM.map((offset) => `e${offset}/seldom/0`).reverse())
  // The first did not look at everything, and the second knows that it is the last.
  expect(pages).toHaveLength(2)
  expect(pages[0]?.length).toBeLessThan(SELDOM.length - 2)
})

it('finds what is due as it was in one moment, whatever is removed meanwhile', () => {
  const path = join(tempDir(), 'events.db')
  const [writing, reading] = [new Database(path), new Database(path)]
  onTestFinished(() => {
    for (const db of [reading, writing]) db.close()
  })
  writing.pragma('journal_mode = WAL')
  migrate(writing, () => {})
  writing.exec(`
    INSERT INTO sessions (key, id, tenant, archived, seq, reserved, ts) VALUES (1, 's', 'local', 0, 0, 0, 0);
    INSERT INTO bindings (key, trigger_id, place, activity, config, used_at)
      VALUES (1, 'first', 0, 'post_webhook', '{}', 0), (2, 'second', 0, 'post_webhook', '{}', 0);
    INSERT INTO deliveries (offset, binding, session, status, attempts, due, created_at, updated_at, event, type)
      SELECT key, key, 1, 'pending', 0, key, 0, 0, 'e' || key, 'notify_event' FROM bindings;
  `)
  const prepare = (sql: string) => {
    const statement = reading.prepare(sql)
    const all = (...of: unknown[]) => {
      const rows = statement.all(...of)
      writing.exec('DELETE FROM deliveries WHERE binding = 1')
      return rows
    }
    return sql === DUE_SQL.heads ? { all } : statement
  }
  const { dueDeliveries } = deliveryReads({ prepare } as unknown as Database.Database, eventReads(reading))
  const wanted = [{ activityId: 'post_webhook' as const, many: 1, ofOne: 1 }]
  const look = () => dueDeliveries({ now: 9, wanted, running: new Map() }).due.map(({ id }) => id)
  expect(look()).toEqual(['e1/first/0'])
  expect(look()).toEqual(['e2/second/0'])
})
