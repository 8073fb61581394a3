import { emptyState, fold, foldable, type JsonObject } from '@signalbox/protocol'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Committed } from './log.js'
import type { Operation, Outcome } from './operations.js'
import { type OpenFile, openForWriting } from './sqlite/open.js'
import { writeStore } from './sqlite/write-store.js'
import { draft, ingest, notify, tempDir } from './testing.js'
import { Writer } from './writer.js'

interface Bench {
  file: OpenFile
  writer: Writer
  clock: { now: number }
  run(...operations: Operation[]): Outcome[]
  count(table: string): number
}

/** The writer on a real file, in this thread, with the clock in the hand of the test. */
function bench(): Bench {
  let ids = 0
  const clock = { now: 1_000_000 }
  const newId = () => `00000000-0000-7000-8000-${String(++ids).padStart(12, '0')}`
  const file = openForWriting(
    { dataDir: tempDir(), synchronous: 'FULL', restored: false, startedAt: clock.now },
    newId,
  )
  onTestFinished(() => file.close())
  const used = () =>
    (file.db.prepare('SELECT sum(length(data)) AS n FROM events').get() as { n: number | null }).n ?? 0
  const writer = new Writer({
    store: writeStore(file.db),
    usedBytes: used,
    now: () => clock.now,
    newId,
    startedAt: clock.now,
    offset: file.offset,
  })
  return {
    file,
    writer,
    clock,
    run: (...operations) => writer.run(operations).outcomes,
    count: (table) => (file.db.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }).n,
  }
}

const say = (name: string, payload: JsonObject, eventId?: string): Operation => ({
  kind: 'commit',
  commit: notify(name, eventId, { type: 'x', ...payload }),
})
const answerOf = (outcome: Outcome | undefined) => (outcome?.ok ? (outcome.answer as Committed) : undefined)

describe('a disk that refuses', () => {
  it('fails the whole group, keeps nothing of it, and works again when there is room', () => {
    const { file, writer, run, count } = bench()
    run(say('s', { n: 0 }))
    const pages = (file.db.pragma('page_count') as { page_count: number }[])[0]?.page_count ?? 0
    file.db.pragma(`max_page_count = ${pages + 2}`)
    const full = writer.run([
      say('s', { n: 1 }),
      say('new', { text: 'x'.repeat(100_000) }),
      say('s', { n: 2 }),
    ])
    expect(full.failure).toMatch(/full/)
    expect(full.events).toEqual([])
    expect(full.outcomes.map((outcome) => !outcome.ok && outcome.refusal.kind)).toEqual(
      Array(3).fill('unavailable'),
    )
    expect([count('events'), count('sessions'), count('aliases')]).toEqual([2, 1, 1])
    file.db.pragma('max_page_count = 1000000')
    const again = writer.run([say('s', { n: 1 }), say('new', { n: 2 })])
    expect(again.failure).toBeUndefined()
    expect(again.events.map(({ seq, offset }) => [seq, offset])).toEqual([
      [3, 3],
      [1, 4],
      [2, 5],
    ])
  })

  it('is still read: who asks for a state beside what it refuses is told the one before', () => {
    const { file, writer, run } = bench()
    const told = answerOf(run(say('s', { n: 0 }))[0])
    const sessionId = told?.sessionId ?? ''
    const [before] = run({ kind: 'snapshot', sessionId })
    const pages = (file.db.pragma('page_count') as { page_count: number }[])[0]?.page_count ?? 0
    file.db.pragma(`max_page_count = ${pages + 2}`)
    const full = writer.run([
      say('s', { n: 1 }),
      { kind: 'snapshot', sessionId },
      say('s', { n: 2, text: 'x'.repeat(50_000) }),
    ])
    expect(full.failure).toMatch(/full/)
    expect(full.outcomes.map(({ ok }) => ok)).toEqual([false, true, false])
    expect(full.outcomes[1]).toEqual(before)
    expect([full.events, full.wrote]).toEqual([[], false])
  })
})

it('removes what was raw together with its session', () => {
  const { run, count } = bench()
  const commit = notify('s', undefined, { type: 'x' })
  Object.assign(commit.drafts[0] ?? {}, { raw: 'secret' })
  const [made] = run({ kind: 'commit', commit })
  expect(count('raws')).toBe(1)
  run({ kind: 'delete', tenantId: 'local', sessionId: answerOf(made)?.sessionId ?? '' })
  expect([count('raws'), count('events'), count('aliases'), count('states')]).toEqual([0, 0, 0, 0])
})

describe('a refused operation', () => {
  it('leaves the others of its group alone', () => {
    const { run, count } = bench()
    const [first, conflict, last] = run(say('s', { n: 1 }, 'e'), say('s', { n: 2 }, 'e'), say('s', { n: 3 }))
    expect(first?.ok).toBe(true)
    expect(conflict).toMatchObject({ ok: false, refusal: { kind: 'conflict', field: 'event_id' } })
    expect(answerOf(last)?.first?.seq).toBe(3)
    expect(count('events')).toBe(3)
  })

  it('does not change the state it was decided on', () => {
    const { run } = bench()
    const [made] = run({ kind: 'commit', commit: ingest('s', [draft('turn_started')]) })
    const id = answerOf(made)?.sessionId ?? ''
    const [before] = run({ kind: 'snapshot', sessionId: id })
    const bad = {
      tenantId: 'local',
      session: { by: 'id' as const, id },
      drafts: [draft('session_updated', { name: 'half' }), draft('turn_started')],
      command: true,
    }
    const [refused, after] = run({ kind: 'commit', commit: bad }, { kind: 'snapshot', sessionId: id })
    expect(refused).toMatchObject({ ok: false, refusal: { kind: 'turnInProgress' } })
    expect(after).toEqual(before)
  })
})

describe('retention', () => {
  const retain = (olderThan: number, maxBytes = Number.MAX_SAFE_INTEGER, after = 0): Operation => ({
    kind: 'retain',
    after,
    olderThan,
    maxBytes,
  })

  it('removes old prefixes after keeping their fold as the base', () => {
    const { clock, run, file, count } = bench()
    const [made] = run({
      kind: 'commit',
      commit: ingest('s', [draft('turn_started'), draft('user_message', { content: 'hi', via: 'x' })]),
    })
    const id = answerOf(made)?.sessionId ?? ''
    clock.now += 1000
    run({ kind: 'commit', commit: ingest('s', [draft('turn_complete', { finalText: 'Hello.' })]) })
    const [whole] = run({ kind: 'snapshot', sessionId: id })
    const before = count('events')
    run(retain(clock.now))
    expect(count('events')).toBeLessThan(before)
    const store = writeStore(file.db)
    const base = store.base(1)
    const rest = store.eventsBetween(1, base?.seq ?? 0, 1_000)
    expect(rest[0]?.seq).toBe((base?.seq ?? 0) + 1)
    const state = rest.reduce(
      (folded, event) => fold(folded, foldable(event)),
      base?.state ?? emptyState({} as never),
    )
    expect(whole).toEqual({ ok: true, answer: state })
  })

  it('keeps sessions that wait for a person whole', () => {
    const { clock, run, count } = bench()
    run({
      kind: 'commit',
      commit: ingest('s', [draft('permission_requested', { toolName: 'exec', description: 'ls' })]),
    })
    const before = count('events')
    clock.now += 1000
    run(retain(clock.now))
    expect(count('events')).toBe(before)
  })

  it('removes what ended long ago, and keeps what ended since', () => {
    const { clock, run, file } = bench()
    const [permission, answer] = [
      (requestId: string) =>
        draft('permission_requested', { requestId, toolName: 'exec', description: 'ls' }),
      (requestId: string) => draft('approval_resolved', { requestId, approved: true }),
    ]
    const both = (requestId: string): Operation => ({
      kind: 'commit',
      commit: ingest('s', [permission(requestId), answer(requestId)]),
    })
    run(both('old'))
    clock.now += 1000
    run(both('less old'))
    clock.now += 1000
    run(both('new'))
    run(retain(clock.now))
    const left = file.db.prepare('SELECT id FROM requests').all() as { id: string }[]
    expect(left.map(({ id }) => id)).not.toContain('old')
    expect(left.map(({ id }) => id)).toContain('new')
  })

  it('knows the mode a session began in when its first events are gone', () => {
    const { clock, run, file } = bench()
    const create = { name: null, agentType: 'demo', origin: 'observed', cwd: null, mode: 'plan' } as const
    const [made] = run({
      kind: 'commit',
      commit: { tenantId: 'local', session: { by: 'new', create }, drafts: [draft('turn_started')] },
    })
    const id = answerOf(made)?.sessionId ?? ''
    const store = writeStore(file.db)
    expect(store.base(1)).toMatchObject({ seq: 0, state: { mode: 'plan' } })
    const [whole] = run({ kind: 'snapshot', sessionId: id })
    clock.now += 1000
    run(retain(clock.now))
    expect(store.base(1)).toMatchObject({ state: { mode: 'plan' } })
    expect(whole).toMatchObject({ ok: true, answer: { mode: 'plan', seq: store.base(1)?.seq } })
  })

  it('removes by size, and a known event_id lives as long as its event', () => {
    const { run, count, clock } = bench()
    for (let n = 0; n < 40; n++) run(say('s', { n, text: 'x'.repeat(1000) }, `e${n}`))
    expect(answerOf(run(say('s', { n: 39, text: 'x'.repeat(1000) }, 'e39'))[0])?.duplicate).toBe(true)
    run(retain(0, 10_000))
    expect(count('events')).toBe(0)
    clock.now += 1
    const [late] = run(say('s', { n: 39, text: 'x'.repeat(1000) }, 'e39'))
    expect(answerOf(late)).toMatchObject({ duplicate: false, first: { seq: 42 } })
  })

  it('keeps the numbers going when the events that told them are gone', () => {
    const { run, file } = bench()
    run(say('s', { n: 0 }))
    run(say('s', { n: 1 }), say('s', { n: 2 }))
    run(retain(0, -1))
    const position = file.db.prepare('SELECT seq FROM sessions').get() as { seq: number }
    expect(position.seq).toBe(4)
  })

  it('notes the last offset it removed, of whichever session that was, and none that it left', () => {
    const { clock, run, file, writer } = bench()
    const ask = draft('permission_requested', { toolName: 'exec', description: 'ls' })
    const cut = file.db.prepare("SELECT CAST(value AS INTEGER) AS cut FROM meta WHERE key = 'cut'")
    // Each makes its session first: offsets 1 and 2, 3 and 4, then those that stay.
    run(say('a', {}), say('b', {}), { kind: 'commit', commit: ingest('waiting', [ask]) })
    clock.now += 1000
    run(retain(clock.now))
    expect(cut.get()).toMatchObject({ cut: 4 })
    const { events } = writer.run([say('b', {}), say('a', {})])
    clock.now += 1000
    run(retain(clock.now))
    expect(cut.get()).toMatchObject({ cut: events.at(-1)?.offset })
  })

  it('gets past a session that must stay whole, to the others, and to an end', () => {
    const { clock, run, file } = bench()
    const ask = draft('permission_requested', { toolName: 'exec', description: 'ls' })
    run({ kind: 'commit', commit: ingest('waiting', [ask]) })
    for (let n = 0; n < 60; n++) run(...Array.from({ length: 100 }, (_, m) => say('waiting', { n, m })))
    run(say('other', {}), say('other', {}))
    clock.now += 1000
    let after: unknown = 0
    let passes = 0
    while (typeof after === 'number' && passes++ < 10) {
      const [outcome] = run(retain(clock.now, undefined, after))
      after = outcome?.ok ? outcome.answer : undefined
    }
    expect(after).toBeNull()
    const left = file.db.prepare(
      "SELECT count(*) AS n FROM events e JOIN aliases a ON a.session = e.session WHERE a.native = 'other'",
    )
    expect(left.get()).toMatchObject({ n: 0 })
  })

  it('removes nothing that is young and within size', () => {
    const { run, count } = bench()
    run(say('s', {}), retain(0))
    expect(count('events')).toBe(2)
  })
})

it('lets an operation that hits a bug fail alone', () => {
  const { writer, count } = bench()
  const broken = {
    kind: 'commit',
    commit: { ...notify('s', undefined, {}), drafts: [null] },
  } as unknown as Operation
  const result = writer.run([say('s', { n: 1 }), broken, say('s', { n: 2 })])
  expect(result.outcomes.map((outcome) => outcome.ok || outcome.refusal.kind)).toEqual([
    true,
    'internal',
    true,
  ])
  expect(result.bugs).toHaveLength(1)
  expect(result.failure).toBeUndefined()
  expect(result.events.map(({ seq }) => seq)).toEqual([1, 2, 3])
  expect(count('events')).toBe(3)
})
