import { validate } from '@signalbox/protocol'
import {
  attributeOf,
  type LogRecord,
  LogRecordSchema,
  parseRecordCursor,
} from '@signalbox/protocol/log-record'
import { describe, expect, it, vi } from 'vitest'
import { changedLog } from '../../flows/testing.js'
import { DamagedLog } from '../../log/damaged-log.js'
import type { Log } from '../../log/log.js'
import { notify, openDoors, send } from './testing.js'

type Listed = LogRecord & { cursor: string }

async function openLogs(options: Parameters<typeof openDoors>[0] = {}) {
  const doors = await openDoors(options)
  const list = async (query = '') => {
    const answer = await send(doors.port, { path: `/api/logs${query}` })
    expect(answer.status, answer.text).toBe(200)
    return JSON.parse(answer.text) as { records: Listed[]; next: string; gap?: true }
  }
  /** Resolves when it is written. */
  const note = (message: string, severity: 'info' | 'warning' | 'error' = 'info', sessionId?: string) =>
    new Promise<void>((resolve) => {
      doors.own.onWritten(() => resolve())
      doors.own.take({ severity, message, fields: {}, ...(sessionId === undefined ? {} : { sessionId }) })
    })
  const say = (name: string, type: string, more: Record<string, unknown> = {}, eventId?: string) =>
    notify(doors.port, {
      session_id: name,
      payload: { type, ...more },
      ...(eventId === undefined ? {} : { event_id: eventId }),
    })
  return { ...doors, list, note, say }
}

const bodies = (records: LogRecord[]) =>
  records.map((record) => attributeOf(record, 'notify.type') ?? record.body.stringValue)

describe('GET /api/logs', () => {
  it('says that something was removed that comes after a cursor', async () => {
    const { list, note, log } = await openLogs()
    await note('first')
    const { next } = await list()
    for (const message of ['second', 'third']) await note(message)
    expect(await list(`?after=${encodeURIComponent(next)}`)).not.toHaveProperty('gap')
    await log.notes.retain({ olderThan: 0, maxBytes: 1 })
    const { records, gap, next: after } = await list(`?after=${encodeURIComponent(next)}`)
    expect([bodies(records), gap]).toEqual([['third'], true])
    expect(await list(`?after=${encodeURIComponent(after)}`)).not.toHaveProperty('gap')
    expect(await list()).not.toHaveProperty('gap')
  })

  it('tells a notify with every attribute that is promised, as OTLP has it', async () => {
    const { say, list } = await openLogs({ spans: [{ from: 0, dispatch: 'queued' }] })
    const payload = { summary: 'Route session events', plan_file: 'plan.org', level: 1, ok: true, list: [1] }
    expect((await say('Codex 1', 'new-plan', payload, 'manual:1')).status).toBe(204)
    const { records, next } = await list()
    expect(records).toHaveLength(1)
    const [record] = records
    if (!record) throw new Error('one record')
    const { cursor, ...bare } = record
    expect(validate(LogRecordSchema, bare)).toBeUndefined()
    expect(bare).toMatchObject({
      severityNumber: 9,
      severityText: 'info',
      body: { stringValue: 'notify event accepted' },
      scope: { name: 'signalbox/notify' },
    })
    expect(record.attributes.map(({ key, value }) => [key, Object.values(value)[0]])).toEqual([
      ['gestalt.category', 'notification'],
      ['gestalt.source', 'notify'],
      ['type', 'notify_new_plan'],
      ['notify.type', 'new-plan'],
      ['notify.event_id', 'manual:1'],
      ['session.id', 'Codex 1'],
      ['session_id', 'Codex 1'],
      ['notify.dispatch', 'queued'],
      ['signalbox.event_id', expect.stringMatching(/^[0-9a-f-]{36}$/)],
      ['signalbox.session_id', expect.stringMatching(/^[0-9a-f-]{36}$/)],
      ['timestamp', expect.stringMatching(/Z$/)],
      ['notify.summary', 'Route session events'],
      ['notify.plan_file', 'plan.org'],
      ['notify.level', '1'],
      ['notify.ok', 'true'],
      ['summary', 'Route session events'],
      ['plan_file', 'plan.org'],
      ['level', '1'],
      ['ok', 'true'],
    ])
    expect(parseRecordCursor(cursor)).toMatchObject({ n: 0 })
    expect(parseRecordCursor(next)?.offset).toBeGreaterThanOrEqual(parseRecordCursor(cursor)?.offset ?? 0)
  })

  it('says what the flows were when the event came, and why', async () => {
    const { say, list, log } = await openLogs({
      sessions: ['s'],
      spans: [
        { from: 0, dispatch: 'queued' },
        { from: 3, dispatch: 'failed', error: 'the disk said no: password=hunter22' },
      ],
    })
    for (const n of [1, 2]) await say('s', 'x', { n })
    expect(log.head).toBe(3)
    const { records } = await list()
    expect(records.map((record) => attributeOf(record, 'notify.dispatch'))).toEqual(['queued', 'failed'])
    expect(records[1] && attributeOf(records[1], 'notify.error')).toBe(
      'the disk said no: password=[redacted]',
    )
  })

  it('redacts secrets, keeps what a payload says of itself apart, and speaks of a session as its sender did', async () => {
    const { say, list } = await openLogs()
    await say('s', 'x', {
      note: 'use Bearer abcdef1234567890 here',
      api_key: 'whatever it is',
      dispatch: 'queued',
      duplicate: true,
      'gestalt.source': 'me',
    })
    const [record] = (await list()).records
    if (!record) throw new Error('one record')
    expect(attributeOf(record, 'note')).toBe('use Bearer [redacted] here')
    expect([attributeOf(record, 'api_key'), attributeOf(record, 'notify.api_key')]).toEqual([
      '[redacted]',
      '[redacted]',
    ])
    expect(attributeOf(record, 'notify.dispatch')).toBe('flow_unavailable')
    expect(attributeOf(record, 'notify.duplicate')).toBeUndefined()
    expect(attributeOf(record, 'gestalt.source')).toBe('notify')
    expect(attributeOf(record, 'dispatch')).toBe('queued')
  })
})

describe('what is asked for', () => {
  it('is the newest in order, then what comes after a cursor, in one order with the gateway’s own', async () => {
    const { say, note, list } = await openLogs()
    await say('a', 'one')
    await note('first note', 'warning')
    await note('second note')
    await say('b', 'two')
    await say('a', 'three')
    await note('third note', 'error')
    const all = await list()
    expect(bodies(all.records)).toEqual(['one', 'first note', 'second note', 'two', 'three', 'third note'])
    expect(bodies((await list('?limit=2')).records)).toEqual(['three', 'third note'])
    expect((await list(`?after=${all.next}`)).records).toEqual([])
    // One page after the other is the same as all of them.
    const paged: string[] = []
    let next = all.records[0]?.cursor ?? ''
    for (let count = 0; count < 10; count++) {
      const page = await list(`?after=${next}&limit=1`)
      paged.push(...bodies(page.records))
      next = page.next
    }
    expect(paged).toEqual(['first note', 'second note', 'two', 'three', 'third note'])

    for (const [query, wanted] of [
      ['?level=warning', ['first note', 'third note']],
      ['?level=warn', ['first note', 'third note']],
      ['?level=error', ['third note']],
      ['?level=debug', bodies(all.records)],
      ['?session_id=a', ['one', 'three']],
      ['?session_id=a&limit=1', ['three']],
      ['?session_id=a&level=error', []],
      ['?type=notify_event', ['one', 'two', 'three']],
      ['?type=two', ['two']],
      ['?q=SECOND', ['second note']],
      ['?q=notify.type', ['one', 'two', 'three']],
      [`?after=${all.records[2]?.cursor}&session_id=a`, ['three']],
      [`?after=${all.records[0]?.cursor}&level=error`, ['third note']],
      ['?since=2020-01-01T00:00:00Z', bodies(all.records)],
      ['?since=2020-01-01T00:00:00%2B02:00&limit=2', ['one', 'first note']],
      ['?since=2020-01-01T00:00:00%2002:00&limit=1', ['one']],
      ['?since=2020-02-29t23:59:60.1234567890z&limit=1', ['one']],
      ['?since=2100-01-01T00:00:00Z', []],
      ['?limit=&since=&level=&session_id=&type=&q=&after=', bodies(all.records)],
    ] as const)
      expect(bodies((await list(query)).records), query).toEqual(wanted)
  })

  it('says where the log was not looked through to its end', async () => {
    // Of a log that is too long to be looked through.
    const endless = (log: Log) => {
      const { reader } = log
      const newestLogRecords: typeof reader.newestLogRecords = async (query) => {
        if (query.q !== undefined) vi.spyOn(performance, 'now').mockReturnValue(Number.POSITIVE_INFINITY)
        const { records } = await reader.newestLogRecords(query)
        return { records, before: { offset: 0, n: 0 } }
      }
      return changedLog(log, { reader: { ...reader, newestLogRecords } })
    }
    const { say, list } = await openLogs({ wrap: endless })
    await say('a', 'one')
    expect(await list('?q=nowhere')).toEqual({ records: [], next: expect.any(String), partial: true })
    expect(await list('?limit=1')).not.toHaveProperty('partial')
  })

  it('goes with its session, the gateway’s own records too', async () => {
    const { say, note, list, log } = await openLogs()
    await say('a', 'one')
    const sessionId = (await log.reader.resolve('local', 'a')) ?? ''
    await note('of a', 'info', sessionId)
    await note('of nobody')
    expect(bodies((await list(`?session_id=${sessionId}`)).records)).toEqual(['one', 'of a'])
    const { next } = await list()
    await log.deleteSession('local', sessionId)
    expect(bodies((await list()).records)).toEqual(['of nobody'])
    await note('of a, late', 'info', sessionId)
    await note('after')
    expect(bodies((await list(`?after=${next}`)).records)).toEqual(['after'])
  })

  it('is refused by name where it cannot be read', async () => {
    const { port, say } = await openLogs()
    await say('a', 'one')
    const cases: [query: string, status: number, field?: string][] = [
      ['?limit=0', 400, 'limit'],
      ['?limit=1001', 400, 'limit'],
      ['?limit=x', 400, 'limit'],
      ['?since=yesterday', 400, 'since'],
      ['?since=2026-13-01T00:00:00Z', 400, 'since'],
      ['?since=2026-01-01', 400, 'since'],
      ['?since=2026-02-30T00:00:00Z', 400, 'since'],
      ['?since=2026-01-01T24:00:00Z', 400, 'since'],
      ['?since=2026-01-01T00:00:00%2B24:00', 400, 'since'],
      ['?level=loud', 400, 'level'],
      ['?after=x', 400, 'after'],
      ['?after=01994f3a-0000-7000-8000-00000000dead@3.0', 400, 'after'],
      [`?q=${'x'.repeat(201)}`, 400, 'q'],
      ['?severity=info', 400, 'severity'],
      ['?limit=1&limit=2', 400, 'limit'],
      ['?session_id=nobody', 404],
    ]
    for (const [query, status, field] of cases) {
      const answer = await send(port, { path: `/api/logs${query}` })
      expect(answer.status, query).toBe(status)
      expect(JSON.parse(answer.text).field, query).toBe(field)
    }
    expect((await send(port, { path: '/api/logs', headers: { authorization: '' } })).status).toBe(401)
  })

  it('is not there while the log is damaged', async () => {
    const { port } = await openDoors({ wrap: () => new DamagedLog('bad page') })
    for (const path of ['/api/logs', '/api/logs?since=2026-01-01T00:00:00Z', '/api/logs/stream'])
      expect((await send(port, { path })).status, path).toBe(503)
  })
})
