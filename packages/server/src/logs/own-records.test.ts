import { attributeOf, type LogRecord, type RecordPlace } from '@signalbox/protocol/log-record'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Note, Notes } from '../log/records.js'
import { apiError, journalEntry } from './own-entries.js'
import { MAX_WAITING, MAX_WAITING_LENGTH, OwnRecords } from './own-records.js'

/** Notes in memory, whose disk can be made to refuse or to wait. */
class Disk implements Notes {
  readonly written: Note[] = []
  refuses = false
  calls = 0
  wait: Promise<void> | undefined
  retained: { olderThan: number; maxBytes: number }[] = []

  async add(notes: readonly Note[]): Promise<RecordPlace> {
    this.calls += 1
    await this.wait
    if (this.refuses) throw new Error('no room')
    this.written.push(...notes)
    return { offset: 0, n: this.written.length }
  }

  async retain(limits: { olderThan: number; maxBytes: number }): Promise<boolean> {
    this.retained.push(limits)
    return this.retained.length < 3
  }

  get bodies(): string[] {
    return this.written.map(({ record }) => (JSON.parse(record) as LogRecord).body.stringValue)
  }
}

function open(more: { retryMs?: number; maxBytes?: number } = {}) {
  const disk = new Disk()
  const own = new OwnRecords({
    ...{ notes: disk, tenantId: 'local', now: () => 1_000 },
    ...{ kept: { maxAgeMs: 400, maxBytes: more.maxBytes ?? 1e9 }, retryMs: 1, ...more },
  })
  onTestFinished(() => own.close())
  const say = (message: string) => own.take({ severity: 'info', message, fields: {} })
  /** Resolves when something is written. */
  const next = () => new Promise<RecordPlace>((resolve) => own.onWritten(resolve))
  return { disk, own, say, next }
}

describe('records of the gateway’s own', () => {
  it('are written in order, without the resource, and their place is told', async () => {
    const { disk, say, next } = open()
    const written = next()
    say('one')
    say('two')
    expect(await written).toEqual({ offset: 0, n: 1 })
    await expect.poll(() => disk.bodies).toEqual(['one', 'two'])
    expect(JSON.parse(disk.written[0]?.record ?? '')).not.toHaveProperty('resource')
    expect(disk.written[0]).toMatchObject({ tenantId: 'local', time: 1_000 })
  })

  it('wait for a disk that refuses, and are all there when it takes them again', async () => {
    const { disk, say, next } = open()
    disk.refuses = true
    say('one')
    say('two')
    await expect.poll(() => disk.calls).toBeGreaterThan(2)
    disk.refuses = false
    await next()
    await expect.poll(() => disk.bodies).toEqual(['one', 'two'])
  })

  it('are dropped where too many wait, and it is told how many', async () => {
    const { disk, say } = open()
    let go = () => {}
    disk.wait = new Promise<void>((resolve) => {
      go = resolve
    })
    for (let n = 0; n < MAX_WAITING + 50; n++) say(`${n}`)
    go()
    disk.wait = undefined
    await expect.poll(() => disk.written.length).toBe(MAX_WAITING + 2)
    const told = disk.written.find(({ record }) => record.includes('dropped'))
    const record = JSON.parse(told?.record ?? '') as LogRecord
    expect([record.severityText, record.body.stringValue]).toEqual(['warning', 'log records were dropped'])
    expect(attributeOf(record, 'count')).toBe('49')
    expect(disk.bodies.slice(0, 3)).toEqual(['0', '1', '2'])
  })

  it('hold so much at most of what they will be made of', async () => {
    const { disk, own } = open()
    let go = () => {}
    disk.wait = new Promise<void>((resolve) => {
      go = resolve
    })
    const make = (): LogRecord => ({ body: { stringValue: 'large' } }) as LogRecord
    for (let n = 0; n < 10; n++) own.add(0, make, { length: MAX_WAITING_LENGTH / 2 })
    disk.wait = undefined
    go()
    await expect.poll(() => disk.bodies).toEqual(['large', 'large', 'large', 'log records were dropped'])
    own.add(0, make, { length: MAX_WAITING_LENGTH / 2 })
    await expect.poll(() => disk.bodies.at(-1)).toBe('large')
  })

  it('are kept for so long, and so many bytes of them', async () => {
    const { disk, own } = open({ maxBytes: 7 })
    await own.retain()
    expect(disk.retained).toEqual(Array(3).fill({ olderThan: 600, maxBytes: 7 }))
  })

  it('are looked through when an eighth of what is kept was written, not with every one', async () => {
    const { disk, own, say, next } = open({ maxBytes: 80_000 })
    const sayMuch = () => own.add(0, () => ({ body: { stringValue: 'x'.repeat(8_000) } }) as LogRecord)
    sayMuch()
    await next()
    expect(disk.retained).toEqual([])
    sayMuch()
    await next()
    await expect.poll(() => disk.retained).toHaveLength(3)
    say('x')
    await next()
    expect(disk.retained).toHaveLength(3)
  })

  it('are made a few at a time', async () => {
    const { disk, own } = open()
    let made = 0
    let most = 0
    for (let n = 0; n < 500; n++)
      own.add(0, () => {
        made += 1
        return { body: { stringValue: 'x' } } as LogRecord
      })
    own.onWritten(() => {
      most = Math.max(most, made)
      made = 0
    })
    await expect.poll(() => disk.written.length).toBe(500)
    expect(most).toBeLessThanOrEqual(50)
  })

  it('are written at the end, if the disk takes them soon', async () => {
    const { disk, own, say } = open({ retryMs: 10_000 })
    disk.refuses = true
    say('one')
    await expect.poll(() => disk.calls).toBe(1)
    disk.refuses = false
    say('two')
    await own.close()
    expect(disk.bodies).toEqual(['one', 'two'])
    say('three')
    expect(disk.bodies).toEqual(['one', 'two'])
  })
})

describe('what they are made of', () => {
  const uuid = '01994f3a-0000-7000-8000-000000000001'

  it('is an entry of the journal, of the session it names', () => {
    expect(journalEntry('warn', 'said', { n: 1 })).toEqual({
      severity: 'warning',
      message: 'said',
      fields: { n: 1 },
    })
    for (const fields of [{ session: uuid }, { sessionId: uuid }, { session_id: `thread_${uuid}` }])
      expect(journalEntry('error', 'said', fields)).toMatchObject({ severity: 'error', sessionId: uuid })
    expect(journalEntry('info', 'said', { session: 'Codex 1' })).not.toHaveProperty('sessionId')
  })

  it('is an answer that said the fault is ours', () => {
    expect(apiError({ method: 'GET', route: '/api/logs', status: 503, code: 'service_unavailable' })).toEqual(
      {
        severity: 'error',
        message: 'api error',
        fields: { method: 'GET', route: '/api/logs', status: 503, code: 'service_unavailable' },
      },
    )
    expect(apiError({ method: 'GET', route: null, status: 500, code: undefined }).fields).toEqual({
      method: 'GET',
      route: 'unmatched',
      status: 500,
    })
  })
})
