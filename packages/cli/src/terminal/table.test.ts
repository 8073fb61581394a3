import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { displayWidth } from './display-width.js'
import { paintFor } from './paint.js'
import { table } from './table.js'

const paint = paintFor(false)
const COLUMNS = [{ title: 'id' }, { title: 'name', shrinksTo: 6 }, { title: 'what', shrinksTo: 8 }]

describe('table', () => {
  it('stands rows under their titles', () => {
    expect(
      table(
        COLUMNS,
        [
          ['1', 'first', 'a'],
          ['22', '漢字', 'b'],
        ],
        80,
        paint,
      ),
    ).toEqual(['id  name   what', '1   first  a', '22  漢字   b'])
  })

  it('cuts the widest that may be cut where there is no room', () => {
    const rows = [['1', 'a name of its own', 'a long sentence of what it needs']]
    expect(table(COLUMNS, rows, 30, paint)[1]).toBe('1   a name of i…  a long sent…')
    expect(table(COLUMNS, rows, 21, paint)[1]).toBe('1   a name…  a long …')
  })

  it('draws a cell as it is told, by what stands in it', () => {
    const columns = [
      { title: 'state', draw: (padded: string, cell: string) => `<${padded}|${cell}>` },
      { title: 'x' },
    ]
    expect(table(columns, [['up', 'y']], 80, paint)[1]).toBe('<up   |up>  y')
  })

  it('is as wide as it needs where there is no terminal', () => {
    const long = 'x'.repeat(500)
    expect(table(COLUMNS, [['1', 'n', long]], Number.POSITIVE_INFINITY, paint)[1]).toContain(long)
  })

  it('cuts all others before one that has to stay whole, and not that one', () => {
    const columns = [
      { title: 'id', isWhole: true as const },
      { title: 'x', shrinksTo: 2 },
    ]
    expect(table(columns, [['a'.repeat(30), 'b'.repeat(30)]], 36, paint)[1]).toBe(`${'a'.repeat(30)}  bbb…`)
    expect(table(columns, [['a'.repeat(30), 'b'.repeat(30)]], 20, paint)[1]).toBe('a'.repeat(30))
  })

  it('never takes more columns than there are', () => {
    const rows = fc.array(fc.tuple(fc.string({ maxLength: 4 }), fc.string({ unit: 'grapheme' }), fc.string()))
    fc.assert(
      fc.property(rows, fc.integer({ min: 10, max: 120 }), (some, width) => {
        for (const line of table(COLUMNS, some, width, paint))
          expect(displayWidth(line)).toBeLessThanOrEqual(width)
      }),
    )
  })
})
