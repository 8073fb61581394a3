import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  hasWords,
  isFilteringLogs,
  type LogFilter,
  logFilterQuery,
  NO_LOG_FILTER,
  readLogFilter,
  streamPath,
  WINDOWS,
} from './log-filter.js'
import { otlpRecord } from './log-record.fixture.js'
import { LOG_LEVELS, readRecord } from './log-record.js'

const word = fc.option(fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme-ascii' }))
const anyFilter: fc.Arbitrary<LogFilter> = fc.record({
  level: fc.option(fc.constantFrom(...LOG_LEVELS)),
  sessionId: word,
  type: word,
  window: fc.constantFrom(...WINDOWS),
  search: fc.string({ maxLength: 200 }),
})

describe('the filter of logs', () => {
  it('is in the address, whole', () => {
    fc.assert(
      fc.property(anyFilter, (filter) => {
        expect(readLogFilter(logFilterQuery(filter))).toEqual(filter)
      }),
    )
  })

  it('is no filter when the address says nothing, or something wrong', () => {
    expect(readLogFilter('')).toEqual(NO_LOG_FILTER)
    expect(readLogFilter('level=loud&since=9y&session=')).toEqual(NO_LOG_FILTER)
    expect(isFilteringLogs({ ...NO_LOG_FILTER, window: '24h' })).toBe(false)
    expect(isFilteringLogs({ ...NO_LOG_FILTER, search: 'a' })).toBe(true)
  })

  it('is what the stream is asked for, but for the words', () => {
    expect(streamPath(NO_LOG_FILTER)).toBe('/api/logs/stream?replay=1h')
    expect(
      streamPath({ ...NO_LOG_FILTER, level: 'warning', sessionId: 'Codex 1', type: 'x', search: 'a' }),
    ).toBe('/api/logs/stream?replay=1h&level=warning&session_id=Codex+1&type=x')
  })

  it('finds words anywhere in a record', () => {
    const record = readRecord('1', JSON.stringify(otlpRecord({ summary: 'Route events' })))
    if (!record) throw new Error('no record')
    expect(hasWords(record, '')).toBe(true)
    expect(hasWords(record, 'codex ROUTE')).toBe(true)
    expect(hasWords(record, 'accepted')).toBe(true)
    expect(hasWords(record, 'route elsewhere')).toBe(false)
  })
})
