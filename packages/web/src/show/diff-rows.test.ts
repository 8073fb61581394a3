import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countsOf, type DiffRow, diffRows } from './diff-rows.js'
import type { HunkLine } from './file-change.js'

const lines = (...texts: string[]): HunkLine[] =>
  texts.map((text) => ({ sign: text.charAt(0) as HunkLine['sign'], text: text.slice(1) }))

/** Every line of a diff, also those behind a fold. */
const all = (rows: ReturnType<typeof diffRows>): DiffRow[] =>
  rows.flatMap((row) => (row.type === 'gap' ? row.rows : row.type === 'line' ? [row] : []))
const shown = (rows: ReturnType<typeof diffRows>) => all(rows).map(({ sign, text }) => sign + text)

describe('diffRows', () => {
  it('finds what both sides have', () => {
    const rows = diffRows([{ lines: lines('-a', '-b', '-c', '+a', '+x', '+c') }])
    expect(shown(rows)).toEqual([' a', '-b', '+x', ' c'])
    expect(countsOf(rows)).toEqual({ added: 1, removed: 1 })
  })

  it('numbers the lines where they are known', () => {
    const [first, second, third] = all(
      diffRows([{ oldStart: 7, newStart: 9, lines: lines(' a', '-b', '+c') }]),
    )
    expect(first).toMatchObject({ old: 7, new: 9 })
    expect(second).toMatchObject({ old: 8 })
    expect(second).not.toHaveProperty('new')
    expect(third).toMatchObject({ new: 10 })
    expect(all(diffRows([{ lines: lines('+a') }]))[0]).not.toHaveProperty('new')
  })

  it('marks the words that changed, in the line that is like it', () => {
    const rows = all(
      diffRows([
        {
          lines: lines('-  const user = find(name)', '+  if (x) throw y', '+  const user = await find(name)'),
        },
      ]),
    )
    expect(rows.map(({ text, marks }) => marks.map(([from, to]) => text.slice(from, to)))).toEqual([
      [],
      [],
      ['await '],
    ])
    expect(
      all(diffRows([{ lines: lines('-one thing', '+quite another') }])).flatMap(({ marks }) => marks),
    ).toEqual([])
  })

  it('marks words next to each other as one', () => {
    const [before] = all(
      diffRows([{ lines: lines('-the same words at first, a b c', '+the same words at first, d e f') }]),
    )
    expect(before?.marks).toHaveLength(1)
  })

  it('folds long stretches without a change', () => {
    const same = Array.from({ length: 20 }, (_, at) => ` line ${at}`)
    const rows = diffRows([{ lines: lines(...same, '-a', '+b', ...same) }])
    expect(rows.map((row) => (row.type === 'gap' ? `gap of ${row.rows.length}` : row.type))).toEqual([
      'gap of 17',
      ...Array.from({ length: 8 }, () => 'line'),
      'gap of 17',
    ])
  })

  it('says where a later part stands', () => {
    const rows = diffRows([
      { oldStart: 1, newStart: 1, lines: lines('-a') },
      { oldStart: 40, newStart: 40, lines: lines('-b') },
      { place: 'class X', lines: lines('-c') },
    ])
    expect(rows.flatMap((row) => (row.type === 'place' ? [row.text] : []))).toEqual(['line 40', 'class X'])
  })

  it('is the same change, whatever the lines', () => {
    const line = fc.record({
      sign: fc.constantFrom<HunkLine['sign']>(' ', '+', '-'),
      text: fc.constantFrom('a', 'b', 'c d', 'c e', ''),
    })
    const side = (rows: readonly HunkLine[], sign: string) =>
      rows.filter((row) => row.sign !== sign).map(({ text }) => text)
    fc.assert(
      fc.property(fc.array(line), (given) => {
        const rows = all(diffRows([{ lines: given }]))
        expect(side(rows, '-')).toEqual(side(given, '-'))
        expect(side(rows, '+')).toEqual(side(given, '+'))
        for (const { text, marks } of rows) {
          for (const [from, to] of marks) expect(from < to && to <= text.length).toBe(true)
        }
      }),
    )
  })

  it('is done with sides that have nothing in common', () => {
    const side = (sign: '+' | '-') =>
      Array.from({ length: 2500 }, (_, at) => ({ sign, text: `${sign}${at}` }))
    expect(all(diffRows([{ lines: [...side('-'), ...side('+')] }]))).toHaveLength(5000)
    expect(
      all(diffRows([{ lines: lines(`-${'a b '.repeat(50_000)}`, `+${'c d '.repeat(50_000)}`) }])),
    ).toHaveLength(2)
  })
})
