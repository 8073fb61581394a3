import { describe, expect, it } from 'vitest'
import { EMPTY_LOG, heldLines, isRecord, type LogBook, type LogLine, logged, MOST_LINES } from './log-book.js'
import { otlpRecord } from './log-record.fixture.js'
import { readRecord } from './log-record.js'

function line(key: string): LogLine {
  const record = readRecord(key, JSON.stringify(otlpRecord()))
  if (!record) throw new Error('no record')
  return record
}
const lines = (...keys: string[]) => keys.map(line)
const keys = ({ lines }: Pick<LogBook, 'lines'>) => lines.map(({ key }) => key).join('')

describe('the book of logs', () => {
  it('has the newest first, and nothing twice after a cut', () => {
    const book = logged(logged(EMPTY_LOG, lines('a', 'b')), lines('b', 'c'))
    expect(keys(book)).toBe('cba')
    expect(logged(book, [])).toBe(book)
  })

  it('keeps as many as a page can show, and says when it let some go', () => {
    const many = Array.from({ length: MOST_LINES }, (_, at) => line(`k${at}`))
    const full = logged(EMPTY_LOG, many)
    expect(full.isCut).toBe(false)
    const over = logged(full, lines('x'))
    expect([over.lines.length, over.isCut, over.lines[0]?.key]).toEqual([MOST_LINES, true, 'x'])
  })

  it('lets what is new wait while somebody reads', () => {
    const book = logged(EMPTY_LOG, lines('a', 'b', 'c', 'd'))
    expect(heldLines(book.lines, 'b')).toMatchObject({ waiting: 2 })
    expect(keys(heldLines(book.lines, 'b'))).toBe('ba')
    expect(heldLines(book.lines, null).waiting).toBe(0)
    expect(keys(heldLines(book.lines, 'gone'))).toBe('dcba')
  })

  it('tells a record from a gap', () => {
    expect(isRecord(line('a'))).toBe(true)
    expect(isRecord({ key: 'g', gap: true })).toBe(false)
  })
})
