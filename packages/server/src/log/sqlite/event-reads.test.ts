import Database from 'libsql'
import { expect, it } from 'vitest'
import type { RecentQuery } from '../log.js'
import { draft, ingest, tempLog } from '../testing.js'
import { EVENT_SQL } from './event-reads.js'
import { migrate } from './migrations.js'

it('finds every stored event by its place and by its id, and no other', async () => {
  const { log, published } = await tempLog()
  const drafts = [draft('notify_event', { notify: {} }), draft('text_delta', { text: 'x' })]
  for (let n = 0; n < 40; n++) {
    const tenantId = n % 3 === 0 ? 'other' : 'local'
    await log.commit(ingest(`s${n % 5}`, drafts, { tenantId }))
  }
  const gone = published.find(({ type, tenantId }) => type === 'session_created' && tenantId === 'local')
  await log.deleteSession('local', gone?.sessionId ?? '')
  for (const event of published) {
    const isKept = event.type !== 'text_delta' && event.sessionId !== gone?.sessionId
    const kept = isKept ? event : undefined
    expect(await log.reader.eventById(event.tenantId, event.id)).toEqual(kept)
    if (isKept) expect(await log.reader.eventAt(event.offset)).toEqual(event)
  }
  const some = published.find(({ tenantId }) => tenantId === 'other')
  expect(await log.reader.eventById('local', some?.id ?? '')).toBeUndefined()
  expect(await log.reader.eventById('other', (some?.id ?? '').toUpperCase())).toEqual(some)
  for (const nobody of ['', 'x', 'zzzzzzzz', '00000000-0000-7000-8000-000000000000', `${some?.id}/x/0`])
    expect(await log.reader.eventById('other', nobody)).toBeUndefined()
  expect(await log.reader.eventAt(0)).toBeUndefined()
  expect(await log.reader.eventAt(log.head + 1)).toBeUndefined()
})

it('tells the newest events of some types, of one tenant, and no more than asked for', async () => {
  const { log, published } = await tempLog()
  for (let n = 0; n < 12; n++) {
    const types = ['notify_event', 'notify_finish', 'notify_progress'] as const
    const told = draft(types[n % 3] ?? 'notify_event', { notify: { n } })
    await log.commit(ingest('s', [told], { tenantId: n < 6 ? 'other' : 'local' }))
  }
  const wanted = published.filter(({ type, tenantId }) => tenantId === 'local' && /event|finish/.test(type))
  const newest = wanted.filter(({ type }) => type.startsWith('notify_')).reverse()
  const types = ['notify_event', 'notify_finish'] as const
  expect(newest).toHaveLength(4)
  const recent = (more: Partial<RecentQuery> = {}) =>
    log.reader.recentEvents({ tenantId: 'local', types, limit: 100, ...more })
  expect(await recent()).toEqual({ events: newest, lookedFrom: 0 })
  const [first, second, third, fourth] = newest
  expect(await recent({ limit: 3 })).toEqual({ events: [first, second, third], lookedFrom: third?.offset })
  expect(await recent({ beforeOffset: third?.offset ?? 0 })).toEqual({ events: [fourth], lookedFrom: 0 })
  expect((await recent({ types: ['toast'] })).events).toEqual([])
})

it('finds nothing in an empty log', async () => {
  const { log } = await tempLog()
  expect(await log.reader.eventById('local', '00000000-0000-7000-8000-000000000000')).toBeUndefined()
})

it.each(Object.entries(EVENT_SQL))('goes by the key of the table: %s', (_name, sql) => {
  const db = new Database(':memory:')
  migrate(db, () => {})
  const plan = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[]
  const text = plan.map(({ detail }) => detail).join('\n')
  expect(text).not.toMatch(/TEMP B-TREE|USING INDEX events/)
})

it('finds events by their id also when the clock was put back before the last start', async () => {
  const { log, dataDir } = await tempLog()
  await log.commit(ingest('s', [draft('notify_event', { notify: {} })]))
  await log.close()
  // As if the last event had been made an hour from now.
  const db = new Database(`${dataDir}/events.db`)
  const later = (Date.now() + 3600_000).toString(16).padStart(12, '0')
  const id = `${later.slice(0, 8)}-${later.slice(8)}-7000-8000-000000000000`
  db.prepare('UPDATE events SET id = ? WHERE offset = (SELECT max(offset) FROM events)').run(id)
  db.close()
  const again = await tempLog({ dataDir })
  for (let n = 0; n < 3; n++) await again.log.commit(ingest('s', [draft('notify_event', { notify: {} })]))
  expect(await again.log.reader.eventById('local', id)).toMatchObject({ id })
  for (const event of again.published) {
    expect(event.id > id).toBe(true)
    expect(await again.log.reader.eventById('local', event.id)).toEqual(event)
  }
})

it('reads events of some types in pages, and says how far it looked', async () => {
  const { log, published } = await tempLog()
  for (let n = 0; n < 30; n++)
    await log.commit(
      ingest(`s${n % 2}`, [draft(n % 3 === 0 ? 'notify_finish' : 'notify_event', { notify: {} })]),
    )
  const wanted = published.filter(({ type }) => type === 'notify_finish')
  const read: string[] = []
  for (let after = 0; after < log.head; ) {
    const query = {
      tenantId: 'local',
      types: ['notify_finish'] as const,
      afterOffset: after,
      throughOffset: log.head,
      limit: 4,
    }
    const page = await log.reader.eventsOf(query)
    read.push(...page.events.map(({ id }) => id))
    expect(page.lookedThrough).toBeGreaterThan(after)
    after = page.lookedThrough
  }
  expect(read).toEqual(wanted.map(({ id }) => id))
  const none = {
    tenantId: 'other',
    types: ['notify_finish'] as const,
    afterOffset: 0,
    throughOffset: 9,
    limit: 4,
  }
  expect(await log.reader.eventsOf(none)).toEqual({ events: [], lookedThrough: 9 })
  const first = { ...none, tenantId: 'local', throughOffset: (wanted[1]?.offset ?? 0) - 1, limit: 100 }
  expect((await log.reader.eventsOf(first)).events).toEqual(wanted.slice(0, 1))
})

it('ends a page of large events early', async () => {
  const { log } = await tempLog()
  const large = draft('notify_event', { notify: { payload: 'x'.repeat(600_000) } })
  for (let n = 0; n < 3; n++) await log.commit(ingest('s', [large]))
  const query = {
    tenantId: 'local',
    types: ['notify_event'] as const,
    afterOffset: 0,
    throughOffset: log.head,
    limit: 100,
  }
  const page = await log.reader.eventsOf(query)
  expect(page.events).toHaveLength(1)
  expect(page.lookedThrough).toBe(page.events[0]?.offset)
})
