import type { RecordPlace } from '@signalbox/protocol/log-record'
import { describe, expect, it } from 'vitest'
import type { Log } from '../log/log.js'
import type { FoundRecord, RecordReads } from '../log/records.js'
import { LogRecords } from './log-records.js'

const START = { offset: 0, n: 0 }
const WANTED = { tenantId: 'local', q: 'needle' }

/**
 * Records of a log of so many places, of which one look sees ten and takes so many ms. Wanted are those at some of them.
 */
function bench({ size, found, takes = 0 }: { size: number; found: readonly number[]; takes?: number }) {
  let [now, looks] = [0, 0]
  const between = (low: number, high: number): FoundRecord[] => {
    now += takes
    looks += 1
    return found
      .filter((offset) => offset > low && offset <= high)
      .map((offset) => ({ offset, n: 0, text: '{}', facets: { severityNumber: 9, types: [] } }))
  }
  const reader: Pick<RecordReads, 'logRecords' | 'newestLogRecords'> = {
    async logRecords({ after, limit }) {
      const reached = Math.min(after.offset + 10, size)
      const records = between(after.offset, reached).slice(0, limit)
      const full = records.length === limit
      const next: RecordPlace = { offset: full ? (records.at(-1)?.offset ?? 0) : reached, n: 0 }
      return { records, next, more: next.offset < size, cut: { offset: 0, n: 0 } }
    },
    async newestLogRecords({ before, limit }) {
      const high = before?.offset ?? size
      const low = Math.max(0, high - 10)
      const records = between(low, high).slice(-limit)
      const left = records.length === limit ? (records[0]?.offset ?? 0) - 1 : low
      return { records, before: left > 0 ? { offset: left, n: 0 } : null }
    },
  }
  const records = new LogRecords({
    log: { reader: reader as Log['reader'], onPublish: () => {} },
    own: { onWritten: () => {} },
    dispatch: () => [],
    report: () => {},
    clock: () => now,
  })
  return { records, looks: () => looks }
}

const offsetsOf = (records: readonly FoundRecord[]) => records.map(({ offset }) => offset)

describe('looking for records that are rare', () => {
  it('goes on to the end of the log, in either direction, while that does not take long', async () => {
    const { records, looks } = bench({ size: 10_000, found: [3, 9_998] })
    const back = await records.before(WANTED, 5)
    expect([offsetsOf(back.records), back.partial, looks()]).toEqual([[3, 9_998], false, 1000])
    const { next, partial, ...on } = await records.after(WANTED, START, 5)
    expect([offsetsOf(on.records), next, partial]).toEqual([[3, 9_998], { offset: 10_000, n: 0 }, false])
  })

  it('says so where it ended early, and from where to go on', async () => {
    const slow = { size: 1000, found: [3, 998], takes: 1000 }
    const back = bench(slow)
    expect(await back.records.before(WANTED, 5)).toMatchObject({ records: [{ offset: 998 }], partial: true })
    // Some looks there are in any case.
    expect(back.looks()).toBe(16)
    const on = bench(slow)
    const found = await on.records.after(WANTED, START, 5)
    expect(found).toMatchObject({ records: [{ offset: 3 }], next: { offset: 160, n: 0 }, partial: true })
    const offsets = offsetsOf(found.records)
    let { next, partial } = found
    while (partial) {
      const more = await on.records.after(WANTED, next, 5)
      offsets.push(...offsetsOf(more.records))
      next = more.next
      partial = more.partial
    }
    expect([offsets, next]).toEqual([[3, 998], { offset: 1000, n: 0 }])
  })

  it('ends with as many as are asked for: more were not wanted', async () => {
    const { records, looks } = bench({ size: 10_000, found: [3, 5, 9_995, 9_998], takes: 1000 })
    const back = await records.before(WANTED, 2)
    const on = await records.after(WANTED, START, 2)
    expect([offsetsOf(back.records), back.partial]).toEqual([[9_995, 9_998], false])
    expect([offsetsOf(on.records), on.partial, looks()]).toEqual([[3, 5], false, 2])
    expect(offsetsOf(await records.newest(WANTED, 1, 1))).toEqual([9_995])
  })
})
