import type { ActivityId } from '@signalbox/protocol/flow'
import type Database from 'libsql'
import type { DeliveryKey, Recovery, TakenBinding, TakenRow } from '../outbox.js'

/** How a row is left by an attempt. */
export interface SettledRow {
  status: string
  due: number | null
  error: string | null
  turn: string | null
  response: string | null
  /** What the number of attempts changes by. */
  attempts: number
  now: number
}

const EVENTS_OF = 'offset IN (SELECT offset FROM events WHERE session = ?)'
const EVENTS_CUT = 'offset IN (SELECT offset FROM events WHERE session = ? AND seq <= ?)'
const AT = 'WHERE offset = ? AND binding = ?'
/** When a binding was last used is written this seldom. */
const USED_MS = 3600_000

const GONE = 'the event is no longer kept'
const CRASHED = 'the gateway stopped in the middle of it: whether it was done is not known'
/** So often in a row the gateway may stop in the middle of one. */
export const MAX_CRASHES = 20
const KILLS = `the gateway stopped in the middle of it ${MAX_CRASHES + 1} times in a row`
const RESTORED = 'the log was put back from a backup: whether it was done since is not known'

/** The SQL that goes over more than one row. */
export const DELIVERY_WRITE_SQL = {
  purge: [
    `DELETE FROM deliveries WHERE ${EVENTS_OF}`,
    'DELETE FROM deliveries WHERE session = ? AND event IS NOT NULL',
  ],
  cutDone: `DELETE FROM deliveries WHERE ${EVENTS_CUT} AND status = 'done'`,
  // What the row needs of the event to be told by goes into it when the event goes.
  cutOther: `UPDATE deliveries SET
      event = (SELECT e.id FROM events e WHERE e.offset = deliveries.offset),
      type = (SELECT e.type FROM events e WHERE e.offset = deliveries.offset),
      error = iif(status = 'pending', '${GONE}', error), due = NULL, status = iif(status = 'pending', 'dead', status)
    WHERE ${EVENTS_CUT}`,
  recover: `UPDATE deliveries SET status = ?, due = ?, error = ?, attempts = attempts - ?, begun = begun + 1, updated_at = ?
    WHERE status = 'running' AND binding IN (SELECT key FROM bindings WHERE activity = ?)`,
  // One of those the gateway stops at each time: it may be what stops it.
  giveUp: `UPDATE deliveries SET status = 'dead', due = NULL, error = '${KILLS}', begun = 1, updated_at = ?
    WHERE status = 'running' AND begun > ${MAX_CRASHES}`,
  abandon: `UPDATE deliveries SET status = 'unknown', due = NULL, error = '${RESTORED}', updated_at = ?
    WHERE status IN ('pending', 'running')`,
} as const

/** The SQL of the outbox on the writing thread; the transaction is the writer's. */
export function deliveryWrites(db: Database.Database) {
  const sql = {
    matched: db.prepare("SELECT value FROM meta WHERE key = 'matched'"),
    saveMatched: db.prepare(
      "INSERT INTO meta (key, value) VALUES ('matched', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    ),
    binding: db.prepare(
      'SELECT key, used_at AS usedAt FROM bindings WHERE trigger_id = ? AND place = ? AND activity = ? AND config = ?',
    ),
    addBinding: db.prepare(
      'INSERT INTO bindings (trigger_id, place, activity, config, used_at) VALUES (?, ?, ?, ?, ?) RETURNING key',
    ),
    useBinding: db.prepare('UPDATE bindings SET used_at = ? WHERE key = ?'),
    // The event must still be there; its row tells the session.
    add: db.prepare(
      `INSERT INTO deliveries (offset, binding, session, status, attempts, due, causes, error, created_at, updated_at)
       SELECT e.offset, ?, e.session, ?, 0, ?, ?, ?, ?, ? FROM events e WHERE e.offset = ? ON CONFLICT DO NOTHING`,
    ),
    begin: db.prepare(
      `UPDATE deliveries SET status = 'running', attempts = attempts + 1, begun = max(begun, 1), due = NULL, updated_at = ? ${AT} AND status = 'pending'`,
    ),
    settle: db.prepare(
      `UPDATE deliveries SET status = ?, due = ?, error = ?, turn = ?, response = ?, attempts = attempts + ?, begun = 1, updated_at = ?
       ${AT} AND status = 'running'`,
    ),
    find: db.prepare(`SELECT status, event FROM deliveries ${AT}`),
    again: db.prepare(
      `UPDATE deliveries SET binding = ?, status = 'pending', attempts = 0, due = ?, error = NULL, response = NULL, updated_at = ? ${AT}`,
    ),
    drop: db.prepare(`DELETE FROM deliveries ${AT} AND status NOT IN ('pending', 'running')`),
    forget: db.prepare('DELETE FROM bindings WHERE key = ? AND used_at < ?'),
    purge: DELIVERY_WRITE_SQL.purge.map((text) => db.prepare(text)),
    cutDone: db.prepare(DELIVERY_WRITE_SQL.cutDone),
    cutOther: db.prepare(DELIVERY_WRITE_SQL.cutOther),
    recover: db.prepare(DELIVERY_WRITE_SQL.recover),
    giveUp: db.prepare(DELIVERY_WRITE_SQL.giveUp),
    abandon: db.prepare(DELIVERY_WRITE_SQL.abandon),
  }

  return {
    matched(): { epoch: string; offset: number } | undefined {
      return matchedIn((sql.matched.get() as { value: string } | undefined)?.value)
    },
    saveMatched: (epoch: string, offset: number) => void sql.saveMatched.run(`${epoch}@${offset}`),

    /** The number of a binding; one that says the same already is used again. */
    bindingKey({ triggerId, index, activityId, config }: TakenBinding, now: number): number {
      const text = JSON.stringify(config)
      const known = sql.binding.get(triggerId, index, activityId, text) as
        | { key: number; usedAt: number }
        | undefined
      if (!known) return (sql.addBinding.get(triggerId, index, activityId, text, now) as { key: number }).key
      if (known.usedAt < now - USED_MS) sql.useBinding.run(now, known.key)
      return known.key
    },
    add({ offset, causes, stopped }: TakenRow, binding: number, now: number): void {
      sql.add.run([
        binding,
        stopped === undefined ? 'pending' : 'stopped',
        stopped === undefined ? now : null,
        causes ? JSON.stringify(causes) : null,
        stopped ?? null,
        now,
        now,
        offset,
      ])
    },

    begin: ({ offset, binding }: DeliveryKey, now: number): boolean =>
      sql.begin.run([now, offset, binding]).changes === 1,
    settle({ offset, binding }: DeliveryKey, row: SettledRow): void {
      const { status, due, error, turn, response, attempts, now } = row
      sql.settle.run([status, due, error, turn, response, attempts, now, offset, binding])
    },
    find({ offset, binding }: DeliveryKey): { status: string; orphaned: boolean } | undefined {
      const row = sql.find.get(offset, binding) as { status: string; event: string | null } | undefined
      return row && { status: row.status, orphaned: row.event !== null }
    },
    /** The same delivery, as another binding of the same trigger, place and activity has it. */
    again: ({ offset, binding }: DeliveryKey, next: number, now: number) =>
      void sql.again.run([next, now, now, offset, binding]),

    recover({ afterCrash, restored }: Recovery, now: number): number {
      if (restored) return sql.abandon.run(now).changes
      let { changes } = sql.giveUp.run(now)
      for (const [activity, becomes] of Object.entries(afterCrash) as [ActivityId, 'again' | 'unknown'][]) {
        // An attempt that was cut short by us is none of its own.
        const row = becomes === 'again' ? ['pending', now, null, 1] : ['unknown', null, CRASHED, 0]
        changes += sql.recover.run([...row, now, activity]).changes
      }
      return changes
    },

    /** One that was asked for again meanwhile stays. */
    drop: ({ offset, binding }: DeliveryKey) => void sql.drop.run(offset, binding),
    /** A binding no row has; one that was used again meanwhile stays. */
    forget: (binding: number, since: number) => void sql.forget.run(binding, since),

    /** Of a session that is deleted. */
    purge(session: number): void {
      for (const statement of sql.purge) statement.run(session)
    },
    /** Of a session whose events up to a number are removed. */
    cut(session: number, seq: number): void {
      sql.cutDone.run(session, seq)
      sql.cutOther.run(session, seq)
    },
  }
}

/** A place of the matcher as it is kept. */
export function matchedIn(value: string | undefined): { epoch: string; offset: number } | undefined {
  const at = value?.lastIndexOf('@') ?? -1
  if (value === undefined || at < 0) return undefined
  return { epoch: value.slice(0, at), offset: Number(value.slice(at + 1)) }
}

export type DeliveryWrites = ReturnType<typeof deliveryWrites>
