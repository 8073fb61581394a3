import { describe, expect, it } from 'vitest'
import { entryFixture } from './entry.fixture.mjs'
import { figure, markdownTable, textTable } from './table.mjs'

const ENTRIES = [
  entryFixture('ingest', { value: 8000, baseline: 10_000, note: 'p99 20 ms' }),
  entryFixture('slow', { value: 5999.4, baseline: 10_000 }),
  entryFixture('failed'),
]

describe('textTable', () => {
  it('has a line for each measure, in columns', () => {
    const lines = textTable(ENTRIES).split('\n')
    expect(lines).toHaveLength(4)
    expect(lines[1]?.split(/ {2,}/)).toEqual(
      'ingest|8,000 events/s|10,000|0.80|>= 0.6 of the baseline|ok|10,000 events/s|p99 20 ms'.split('|'),
    )
    expect(lines[2]).toContain('MISSED')
    expect(lines[3]?.split(/ {2,}/).slice(0, 4)).toEqual(['failed', '–', '–', '–'])
    const column = lines[0]?.indexOf('goal') ?? 0
    expect(lines.slice(1).map((line) => line.slice(column, column + 2))).toEqual(['>=', '>=', '>='])
  })
})

describe('markdownTable', () => {
  it('has as many cells in every line', () => {
    const lines = markdownTable(ENTRIES).split('\n')
    expect(lines).toHaveLength(5)
    expect(new Set(lines.map((line) => line.split('|').length)).size).toBe(1)
    expect(lines[2]).toContain('| `ingest` | What ingest is (p99 20 ms) | 8,000 events/s |')
  })
})

describe('figure', () => {
  it.each([
    [1_234_567.8, '1,234,568'],
    [99.95, '100.0'],
    [12.345, '12.3'],
    [0.126, '0.13'],
  ])('%d is %s', (value, text) => {
    expect(figure(value)).toBe(text)
  })
})
