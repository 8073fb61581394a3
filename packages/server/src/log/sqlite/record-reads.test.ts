import { comparePlaces, type LogRecord, type RecordPlace } from '@signalbox/protocol/log-record'
import fc from 'fast-check'
import Database from 'libsql'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { FoundRecord, Note, RecordQuery } from '../records.js'
import { draft, ingest, tempDir } from '../testing.js'
import { Writer } from '../writer.js'
import { migrate } from './migrations.js'
import { openForWriting } from './open.js'
import { RECORD_SQL, recordReads } from './record-reads.js'
import { writeStore } from './write-store.js'

const NOW = 1_700_000_000_000
const MAKING: RecordQuery = { tenantId: 'local', limit: 1000, resource: { attributes: [] }, dispatch: [] }
const START = { offset: 0, n: 0 }

/** The writer and the reads on one real file, in this thread, with the clock in the hand of the test. */
function bench() {
  const clock = { now: NOW }
  let ids = 0
  const newId = () => {
    const time = clock.now.toString(16).padStart(12, '0')
    return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${String(++ids).padStart(12, '0')}`
  }
  const settings = { dataDir: tempDir(), synchronous: 'OFF' as const, restored: false, startedAt: NOW }
  const file = openForWriting(settings, newId)
  onTestFinished(() => file.close())
  const store = writeStore(file.db)
  const writer = new Writer({
    ...{ store, newId, startedAt: NOW, offset: file.offset },
    ...{ usedBytes: () => 0, now: () => clock.now },
  })
  const reads = recordReads(file.db)
  const note = (message: string, more: Partial<Note> = {}): Note => {
    const record = { severityNumber: 9, body: { stringValue: message }, attributes: [] }
    return { tenantId: 'local', time: clock.now, record: JSON.stringify(record), ...more }
  }
  const add = (...notes: Note[]) => {
    const [outcome] = writer.run([{ kind: 'note', notes }]).outcomes
    if (!outcome?.ok) throw new Error('notes are taken')
    return outcome.answer as RecordPlace
  }
  const say = (session: string, type = 'x') => {
    const notify = draft('notify_event', { notify: { type, payload: { type } } })
    writer.run([{ kind: 'commit', commit: ingest(session, [notify]) }])
  }
  const other = (session: string, count: number) => {
    const drafts = Array.from({ length: count }, () => draft('user_message', { content: 'hi', via: 'test' }))
    writer.run([{ kind: 'commit', commit: ingest(session, drafts) }])
  }
  /** Everything after a place, page by page. */
  const all = (query: Partial<RecordQuery & { after: RecordPlace }> = {}) => {
    const found: FoundRecord[] = []
    let [after, pages] = [query.after ?? START, 0]
    for (let more = true; more; pages++) {
      const page = reads.logRecords({ ...MAKING, ...query, after })
      found.push(...page.records)
      after = page.next
      more = page.more
    }
    return { found, pages, after }
  }
  const back = (query: Partial<RecordQuery> = {}) => {
    const found: FoundRecord[][] = []
    let [before, pages]: [RecordPlace | null, number] = [null, 0]
    do {
      const page = reads.newestLogRecords({ ...MAKING, ...query, before })
      found.unshift(page.records)
      before = page.before
      pages += 1
    } while (before)
    return { found: found.flat(), pages }
  }
  return { file, writer, reads, clock, note, add, say, other, all, back }
}

const namesOf = (records: readonly FoundRecord[]) =>
  records.map(({ text, facets }) => facets.types[1] ?? (JSON.parse(text) as LogRecord).body.stringValue)

describe('the order of records', () => {
  it('is that in which they were written, forwards in pages of any size, and from the end', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('say' as const), session: fc.constantFrom('a', 'b') }),
      fc.record({ kind: fc.constant('note' as const), session: fc.constantFrom('a', 'b') }),
      fc.record({ kind: fc.constant('other' as const), session: fc.constantFrom('a', 'b') }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), fc.integer({ min: 1, max: 5 }), (steps, limit) => {
        const { say, add, note, other, all, back, reads } = bench()
        const wanted: string[] = []
        for (const [index, { kind, session }] of steps.entries()) {
          if (kind === 'other') other(session, 2)
          else if (kind === 'say') say(session, `${index}`)
          else add(note(`${index}`))
          if (kind !== 'other') wanted.push(`${index}`)
        }
        const { found, after } = all({ limit })
        expect(namesOf(found)).toEqual(wanted)
        expect(namesOf(back({ limit }).found)).toEqual(wanted)
        expect(after).toEqual(reads.lastLogRecord())
        for (const [index, record] of found.entries()) {
          const next = found[index + 1]
          if (next) expect(comparePlaces(record, next)).toBeLessThan(0)
          expect(namesOf(all({ after: record, limit }).found)).toEqual(wanted.slice(index + 1))
        }
      }),
      { numRuns: 15 },
    )
  })

  it('is read no further than a place that is named', () => {
    const { say, add, note, reads } = bench()
    say('a', 'one')
    const through = add(note('two'))
    add(note('three'))
    say('a', 'four')
    const page = reads.logRecords({ ...MAKING, after: START, through })
    expect([namesOf(page.records), page.next, page.more]).toEqual([['one', 'two'], through, false])
  })

  it('is found by the time they were written, also where they tell of something earlier', () => {
    const { say, add, note, clock, reads, all, writer } = bench()
    say('a', '0')
    clock.now += 1000
    add(note('1'))
    clock.now += 1000
    const late = draft('notify_event', { notify: { type: '2', payload: {} } })
    writer.run([{ kind: 'commit', commit: ingest('a', [late], { at: NOW - 5_000 }) }])
    clock.now += 1000
    add(note('3'))
    for (let since = 0; since < 5; since++) {
      const after = reads.logRecordsSince(NOW + since * 1000)
      expect(namesOf(all({ after }).found), `${since}`).toEqual(['0', '1', '2', '3'].slice(since))
    }
  })
})

describe('a page', () => {
  it('looks at so much only, and says where to go on', () => {
    const { say, other, all, back, reads } = bench()
    say('a', 'first')
    for (let n = 0; n < 9; n++) other('b', 1000)
    say('a', 'last')
    const page = reads.logRecords({ ...MAKING, after: START })
    expect([namesOf(page.records), page.more]).toEqual([['first'], true])
    expect([namesOf(all().found), all().pages]).toEqual([['first', 'last'], 2])
    expect([namesOf(back().found), back().pages]).toEqual([['first', 'last'], 2])
    const { sessionId } = page.records[0]?.facets ?? {}
    const one = all({ ...(sessionId === undefined ? {} : { sessionId }) })
    expect([namesOf(one.found), one.pages]).toEqual([['first', 'last'], 1])
    expect(all({ level: 'error' })).toMatchObject({ found: [], pages: 1 })
  })

  it('looks at so much of one session only', () => {
    const { say, other, all, back } = bench()
    say('a', 'first')
    for (let n = 0; n < 9; n++) other('a', 1000)
    say('a', 'last')
    const { sessionId = '' } = all().found[0]?.facets ?? {}
    for (const { found, pages } of [all({ sessionId }), back({ sessionId })])
      expect([namesOf(found), pages]).toEqual([['first', 'last'], 2])
  })

  it('ends after so many records were made, or so much was said', () => {
    const { add, note, all, back } = bench()
    add(...Array.from({ length: 1500 }, (_, n) => note(`${n}`)))
    expect([all({ q: 'nowhere' }).pages, all({ limit: 2000 }).found.length]).toEqual([2, 1500])
    add(...Array.from({ length: 8 }, () => note('x'.repeat(100_000))))
    const { pages } = all({ q: 'xxx' })
    expect(pages).toBeGreaterThan(2)
    expect(back({ q: 'xxx' }).found).toHaveLength(8)
  })
})

describe('the gateway’s own records', () => {
  it('are removed by age and by size, oldest first, and their numbers are not given again', () => {
    const { add, note, clock, writer, all, reads, say, other } = bench()
    other('a', 1)
    add(note('old'))
    clock.now += 1000
    say('a')
    add(note('new'), note('newest'))
    const retain = (olderThan: number, maxBytes: number) =>
      writer.run([{ kind: 'retainNotes', olderThan, maxBytes }]).outcomes[0]
    expect(retain(NOW + 500, 1_000_000)).toEqual({ ok: true, answer: false })
    expect(namesOf(all().found)).toEqual(['x', 'new', 'newest'])
    const { cut } = reads.logRecords({ ...MAKING, after: START })
    expect(cut).toEqual({ offset: expect.any(Number), n: 1 })
    const size = note('newest').record.length
    retain(0, size)
    expect(namesOf(all().found)).toEqual(['x', 'newest'])
    // Both stood behind the same event: how far it went is a matter of their numbers.
    expect(reads.logRecords({ ...MAKING, after: START }).cut).toEqual({ offset: cut.offset + 1, n: 2 })
    retain(0, 0)
    expect(namesOf(all().found)).toEqual(['x'])
    expect(add(note('next')).n).toBe(4)
  })

  it('are removed in passes where they are many', () => {
    const { add, note, writer } = bench()
    for (let n = 0; n < 6; n++) add(...Array.from({ length: 1000 }, () => note('x')))
    const run = () =>
      writer.run([{ kind: 'retainNotes', olderThan: NOW + 1, maxBytes: 1_000_000 }]).outcomes[0]
    expect([run(), run()]).toEqual([
      { ok: true, answer: true },
      { ok: true, answer: false },
    ])
  })

  it('are of one tenant', () => {
    const { add, note, all } = bench()
    add(note('theirs', { tenantId: 'other' }), note('ours'))
    expect(namesOf(all().found)).toEqual(['ours'])
  })
})

describe('the plan of every query', () => {
  const db = new Database(':memory:')
  migrate(db, () => {})

  it.each(Object.keys(RECORD_SQL) as (keyof typeof RECORD_SQL)[])('%s goes by a key', (name) => {
    const plan = db.prepare(`EXPLAIN QUERY PLAN ${RECORD_SQL[name]}`).all() as { detail: string }[]
    const allowed = /^SCAN (json_each|e$|n$|e USING|n USING)|^SEARCH|^USE TEMP B-TREE FOR ORDER BY$/
    for (const { detail } of plan) {
      if (name === 'lastEvent' || name === 'lastNote') expect(detail).toMatch(allowed)
      else if (name !== 'cuts') expect(detail).not.toMatch(/^SCAN (?!json_each)|TEMP B-TREE/)
    }
  })
})
