import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unifiedDiff } from './unified-diff.js'

/** What a diff makes of a text. */
function applied(before: string, diff: readonly string[]): string {
  const old = before.match(/[^\n]*\n|[^\n]+$/g) ?? []
  let result = ''
  let at = 0
  diff.forEach((line, index) => {
    const header = /^@@ -(\d+)(?:,(\d+))? /.exec(line)
    if (header) {
      const start = Number(header[1]) - (header[2] === '0' ? 0 : 1)
      result += old.slice(at, start).join('')
      at = start
    } else if (!line.startsWith('\\')) {
      const broken = diff[index + 1]?.startsWith('\\') ? '' : '\n'
      if (line[0] !== '-') result += line.slice(1) + broken
      if (line[0] !== '+') expect(old[at++]).toBe(line.slice(1) + broken)
    }
  })
  return result + old.slice(at).join('')
}

describe('unifiedDiff', () => {
  it('is what diff -u says', () => {
    const before = Array.from({ length: 30 }, (_, line) => `line ${line}\n`)
    const after = before.toSpliced(20, 1, 'other\n', 'more\n').toSpliced(3, 2)
    const diff = unifiedDiff(before.join(''), after.join(''))
    expect(diff).toEqual([
      '@@ -1,8 +1,6 @@',
      ...[' line 0', ' line 1', ' line 2', '-line 3', '-line 4', ' line 5', ' line 6', ' line 7'],
      '@@ -18,7 +16,8 @@',
      ...[
        ' line 17',
        ' line 18',
        ' line 19',
        '-line 20',
        '+other',
        '+more',
        ' line 21',
        ' line 22',
        ' line 23',
      ],
    ])
  })

  it('shows a file that comes and one that goes, and an end without a break', () => {
    expect(unifiedDiff('', 'a\nb')).toEqual(['@@ -0,0 +1,2 @@', '+a', '+b', '\\ No newline at end of file'])
    expect(unifiedDiff('a\n', '')).toEqual(['@@ -1 +0,0 @@', '-a'])
    expect(unifiedDiff('a', 'a')).toEqual([])
  })

  it('leads from one text to the other', () => {
    const text = fc
      .array(fc.constantFrom('a\n', 'b\n', 'c\n', '\n', 'a\r\n'), { maxLength: 40 })
      .map((lines) => lines.join(''))
    const cut = fc.tuple(text, fc.boolean()).map(([all, isCut]) => (isCut ? all.replace(/\n$/, '') : all))
    fc.assert(
      fc.property(cut, cut, (before, after) => {
        expect(applied(before, unifiedDiff(before, after))).toBe(after)
      }),
    )
  })

  it('does not compare without end', () => {
    const [before, after] = ['a', 'b'].map((word) =>
      Array.from({ length: 5000 }, (_, line) => `${word}${line}\n`).join(''),
    )
    expect(unifiedDiff(before ?? '', after ?? '')).toHaveLength(10_001)
  })
})
