import Database from 'libsql'
import { describe, expect, it } from 'vitest'
import type { Log } from './log.js'
import type { DueQuery, TakenBinding } from './outbox.js'
import { sharedLog } from './shared-log.fixture.js'
import { DELIVERY_SQL } from './sqlite/delivery-reads.js'
import { DELIVERY_WRITE_SQL } from './sqlite/delivery-writes.js'
import { DUE_SQL } from './sqlite/due-reads.js'
import { migrate } from './sqlite/migrations.js'
import { notify, tempLog } from './testing.js'

const toast = (triggerId: string, index = 0, message = 'm'): TakenBinding => ({
  triggerId,
  index,
  activityId: 'toast_notification',
  config: { level: 'info', message_template: message },
})
const hook = (triggerId: string): TakenBinding => ({
  triggerId,
  index: 0,
  activityId: 'post_webhook',
  config: { url: 'http://127.0.0.1/' },
})
const everything: Omit<DueQuery, 'now'> = {
  wanted: [
    { activityId: 'toast_notification', many: 100, ofOne: 100 },
    { activityId: 'post_webhook', many: 100, ofOne: 100 },
  ],
  running: new Map(),
}
const AGAIN = {
  toast_notification: 'again',
  post_webhook: 'again',
  send_to_terminal: 'unknown',
  spawn_agent_session: 'again',
} as const

/** One more event; where it is, and its id. */
async function happened(log: Log, session = 's'): Promise<{ offset: number; id: string; sessionId: string }> {
  const { sessionId, first } = await log.commit(notify(session, undefined, { type: 'x' }))
  return { offset: log.head, id: first?.id ?? '', sessionId }
}
const due = async (log: Log, query: Partial<DueQuery> = {}) =>
  (await log.reader.dueDeliveries({ ...everything, now: Date.now(), ...query })).due
const statuses = async (log: Log) => (await log.reader.outboxState()).counts

describe('the outbox', () => {
  const shared = sharedLog()

  it('takes rows and the place in the log together, each once', async () => {
    const { log } = shared
    const event = await happened(log)
    const taken = {
      cursor: event.offset,
      bindings: [toast('a/b'), hook('w')],
      rows: [0, 1].map((binding) => ({ offset: event.offset, binding })),
    }
    await log.outbox.take(taken)
    expect((await log.reader.outboxState()).matched).toEqual({ epoch: log.epoch, offset: event.offset })
    const rows = await due(log)
    expect(rows.map(({ id }) => id)).toEqual([`${event.id}/a/b/0`, `${event.id}/w/0`])
    expect(rows[0]).toMatchObject({
      sessionId: event.sessionId,
      tenantId: 'local',
      attempts: 0,
      chain: ['a/b'],
      config: { level: 'info' },
    })
    expect(rows[0]?.event?.id).toBe(event.id)
    // The same once more, also where the trigger says something else by now.
    await log.outbox.take(taken)
    await log.outbox.take({ ...taken, bindings: [toast('a/b', 0, 'other'), hook('w')] })
    expect(await due(log)).toEqual(rows)
    await log.outbox.settle(await running(log))
  })

  /** Everything that is due, begun and done. */
  async function running(log: Log) {
    const keys = await log.outbox.begin(await due(log))
    return keys.map((key) => ({ ...key, status: 'done' as const }))
  }

  it('leads a row from pending over running to done, and never back', async () => {
    const { log } = shared
    const { offset, id } = await happened(log)
    await log.outbox.take({ cursor: offset, bindings: [hook('w')], rows: [{ offset, binding: 0 }] })
    const [row] = await due(log)
    const key = { offset, binding: row?.binding ?? 0 }
    expect(await log.outbox.begin([key])).toEqual([key])
    expect(await log.outbox.begin([key])).toEqual([])
    expect(await log.reader.delivery('local', `${id}/w/0`)).toMatchObject({ status: 'running', attempts: 1 })
    await log.outbox.settle([
      { ...key, status: 'pending', due: Date.now() + 60_000, error: 'refused', response: { status: 500 } },
    ])
    expect(await due(log)).toEqual([])
    expect((await log.reader.dueDeliveries({ ...everything, now: Date.now() })).next).toBeGreaterThan(
      Date.now(),
    )
    expect(await log.reader.delivery('local', `${id}/w/0`)).toMatchObject({
      status: 'pending',
      error: 'refused',
      response: { status: 500 },
    })
    expect(await log.outbox.begin([key])).toEqual([key])
    await log.outbox.settle([{ ...key, status: 'done', response: { status: 200 }, turnId: 'turn_1' }])
    await log.outbox.settle([{ ...key, status: 'dead', error: 'late' }])
    const done = await log.reader.delivery('local', `${id}/w/0`)
    expect(done).toMatchObject({
      status: 'done',
      attempts: 2,
      response: { status: 200 },
      event_type: 'notify_event',
    })
    expect(done).not.toHaveProperty('error')
    expect(await log.reader.chainOf({ tenantId: 'local', turnId: 'turn_1' })).toEqual(['w'])
    expect(await log.reader.chainOf({ tenantId: 'other', turnId: 'turn_1' })).toBeUndefined()
    expect(await log.reader.delivery('other', `${id}/w/0`)).toBeUndefined()
    await expect(log.outbox.retry('local', `${id}/w/0`)).rejects.toMatchObject({ kind: 'conflict' })
  })

  it('tries again what a person wants, from the first attempt on', async () => {
    const { log } = shared
    const { offset, id } = await happened(log)
    await log.outbox.take({
      cursor: offset,
      bindings: [hook('w')],
      rows: [{ offset, binding: 0, causes: ['p', 'q'] }],
    })
    await expect(log.outbox.retry('local', `${id}/w/0`)).rejects.toMatchObject({ kind: 'conflict' })
    const [key] = await log.outbox.begin(await due(log))
    await log.outbox.settle([{ ...(key ?? { offset, binding: 0 }), status: 'dead', error: 'gone' }])
    expect(await log.outbox.retry('local', `${id}/w/0`)).toMatchObject({
      status: 'pending',
      attempts: 0,
      chain: ['p', 'q', 'w'],
    })
    for (const nobody of [`${id}/w/1`, `${id}/v/0`, 'x', 'x/w/0'])
      await expect(log.outbox.retry('local', nobody)).rejects.toMatchObject({ kind: 'notFound' })
    await log.outbox.settle(await running(log))
  })

  it('keeps an answer that is too long in part', async () => {
    const { log } = shared
    const { offset, id } = await happened(log)
    await log.outbox.take({ cursor: offset, bindings: [hook('w')], rows: [{ offset, binding: 0 }] })
    const [key] = await log.outbox.begin(await due(log))
    const response = { status: 200, body: 'ä'.repeat(100_000), list: Array.from({ length: 9_000 }, () => 1) }
    await log.outbox.settle([{ ...(key ?? { offset, binding: 0 }), status: 'done', response }])
    const kept = (await log.reader.delivery('local', `${id}/w/0`))?.response
    expect(kept).toMatchObject({ status: 200, cut: true, list: null })
    expect(String(kept?.body)).toMatch(/^ä{1000,}…$/)
    expect(JSON.stringify(kept).length).toBeLessThan(16 * 1024)
  })

  it('gives one of each trigger in turn, of one no more than it may have', async () => {
    const { log } = shared
    const events = [await happened(log), await happened(log), await happened(log)]
    const rows = events.flatMap(({ offset }, n) => [
      { offset, binding: 0 },
      ...(n === 2 ? [{ offset, binding: 1 }] : []),
    ])
    await log.outbox.take({ cursor: log.head, bindings: [hook('busy'), hook('quiet')], rows })
    const first = await due(log, { wanted: [{ activityId: 'post_webhook', many: 2, ofOne: 9 }] })
    expect(first.map(({ triggerId }) => triggerId)).toEqual(['busy', 'quiet'])
    const of = first[0]?.binding ?? 0
    const second = await due(log, {
      wanted: [{ activityId: 'post_webhook', many: 9, ofOne: 2 }],
      running: new Map([[of, 1]]),
    })
    expect(second.map(({ triggerId }) => triggerId)).toEqual(['quiet', 'busy'])
    const third = await due(log, {
      wanted: [{ activityId: 'post_webhook', many: 9, ofOne: 1 }],
      running: new Map([[of, 1]]),
    })
    expect(third.map(({ triggerId }) => triggerId)).toEqual(['quiet'])
    expect(await due(log, { wanted: [{ activityId: 'toast_notification', many: 9, ofOne: 9 }] })).toEqual([])
    await log.outbox.settle(await running(log))
  })

  it('lists the newest first, in pages, by status, trigger and session', async () => {
    const { log } = shared
    const events = [await happened(log, 'one'), await happened(log, 'two'), await happened(log, 'one')]
    const rows = events.flatMap(({ offset }) => [0, 1].map((binding) => ({ offset, binding })))
    await log.outbox.take({ cursor: log.head, bindings: [toast('l1'), toast('l2')], rows })
    const all = events.flatMap(({ id }) => [`${id}/l1/0`, `${id}/l2/0`]).reverse()
    const told: string[] = []
    let after: string | undefined
    do {
      const page = await log.reader.deliveries({
        tenantId: 'local',
        status: 'pending',
        limit: 2,
        ...(after ? { after } : {}),
      })
      told.push(...page.deliveries.map(({ id }) => id))
      after = page.next ?? undefined
    } while (after)
    expect(told).toEqual(all)
    const list = async (query: object) =>
      (await log.reader.deliveries({ tenantId: 'local', limit: 100, ...query })).deliveries.map(
        ({ id }) => id,
      )
    expect(await list({ triggerId: 'l2' })).toEqual(all.filter((id) => id.includes('/l2/')))
    expect(await list({ sessionId: events[1]?.sessionId })).toEqual(all.slice(2, 4))
    expect(await list({ tenantId: 'other' })).toEqual([])
    expect(await list({ status: 'stopped' })).toEqual([])
    await log.outbox.settle(await running(log))
  })
})

it('puts right what the last process left in the middle', async () => {
  const { log } = await tempLog()
  const { offset } = await happened(log)
  const terminal: TakenBinding = { triggerId: 't', index: 0, activityId: 'send_to_terminal', config: {} }
  const rows = [0, 1, 2].map((binding) => ({ offset, binding }))
  await log.outbox.take({ cursor: offset, bindings: [hook('w'), terminal, toast('x')], rows })
  const wanted = [
    { activityId: 'send_to_terminal', many: 1, ofOne: 1 },
    everything.wanted[1],
  ] as DueQuery['wanted']
  await log.outbox.begin(await due(log, { wanted }))
  expect(await log.outbox.recover({ afterCrash: AGAIN, restored: false })).toBe(2)
  const { deliveries } = await log.reader.deliveries({ tenantId: 'local', limit: 9 })
  expect(deliveries.map(({ trigger_id, status, attempts }) => [trigger_id, status, attempts])).toEqual([
    ['x', 'pending', 0],
    ['t', 'unknown', 1],
    ['w', 'pending', 0],
  ])
  expect(await log.outbox.recover({ afterCrash: AGAIN, restored: true })).toBe(2)
  expect(await statuses(log)).toEqual({ unknown: 3 })
})

it('forgets what belongs to a session that is deleted', async () => {
  const { log } = await tempLog()
  const [gone, kept] = [await happened(log, 'gone'), await happened(log, 'kept')]
  const rows = [gone, kept].map(({ offset }) => ({ offset, binding: 0 }))
  await log.outbox.take({ cursor: log.head, bindings: [hook('w')], rows })
  await log.deleteSession('local', gone.sessionId)
  const { deliveries } = await log.reader.deliveries({ tenantId: 'local', limit: 9 })
  expect(deliveries.map(({ session_id }) => session_id)).toEqual([kept.sessionId])
  // What is found for it by somebody who does not know it yet is nothing.
  const late = await happened(log, 'late')
  await log.deleteSession('local', late.sessionId)
  await log.outbox.take({
    cursor: late.offset,
    bindings: [hook('w')],
    rows: [{ offset: late.offset, binding: 0 }],
  })
  expect(await statuses(log)).toEqual({ pending: 1 })
})

it('removes what has ended and is too old or too much', async () => {
  const { log } = await tempLog()
  const event = await happened(log, 'old')
  const rows = [0, 1].map((binding) => ({ offset: event.offset, binding }))
  await log.outbox.take({ cursor: log.head, bindings: [hook('w'), hook('v')], rows })
  const [done] = await log.outbox.begin(rows.map(({ offset, binding }) => ({ offset, binding: binding + 1 })))
  await log.outbox.settle(done ? [{ ...done, status: 'done' }] : [])
  const limits = { doneBefore: 0, otherBefore: 0, newestDone: 1, newestOther: 1 }
  await log.outbox.prune(limits)
  expect(await statuses(log)).toEqual({ done: 1, running: 1 })
  await log.outbox.prune({ ...limits, newestDone: 0 })
  expect(await statuses(log)).toEqual({ running: 1 })
})

describe('goes by its indexes', () => {
  const db = new Database(':memory:')
  migrate(db, () => {})
  const plan = (sql: string) =>
    (db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[])
      .map(({ detail }) => detail)
      .join('\n')
  const reads = Object.entries({ ...DELIVERY_SQL, ...DUE_SQL })
  it.each(reads.filter(([name]) => name !== 'counts'))('reading: %s', (_name, sql) => {
    expect(plan(sql)).not.toMatch(/SCAN [de]\b|SCAN (deliveries|waiting)|TEMP B-TREE/)
  })
  const { purge, ...others } = DELIVERY_WRITE_SQL
  const writes = [...purge.map((sql, n) => [`purge ${n}`, sql]), ...Object.entries(others)] as [
    string,
    string,
  ][]
  it.each(writes.filter(([name]) => name !== 'abandon'))('writing: %s', (_name, sql) => {
    expect(plan(sql)).not.toMatch(
      /SCAN (d|deliveries|events)\b(?! USING INDEX deliveries_running)|TEMP B-TREE/,
    )
  })
})
