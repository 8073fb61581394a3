import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { oneLine } from './one-line.js'

const FAMILY = '👨‍👩‍👧'
const UNITS = [
  '\ud83d',
  '\ude00',
  '😀',
  FAMILY,
  '\u0000',
  '\u001b[31m',
  '\u202e',
  '\u2029',
  ' ',
  '\n',
  '\t',
  'e\u0301',
]

describe('oneLine', () => {
  it.each([
    ['npm test', 'npm test'],
    ['  npm \r\n\t test  ', 'npm test'],
    ['a\u0000b\u007fc\u0085d', 'a b c d'],
    ['\u001b[1;31mred\u001b[0m \u009b2Jgone', 'red gone'],
    ['\u001b]0;title\u0007', ']0;title'],
    ['right\u202eleft\u2066x\u2069', 'rightleftx'],
    ['half \ud83d pair', 'half pair'],
    ['x'.repeat(20), 'x'.repeat(20)],
    ['x'.repeat(21), `${'x'.repeat(19)}…`],
    [`${'x'.repeat(18)} yz`, `${'x'.repeat(18)}…`],
    [`${'x'.repeat(18)}😀😀`, `${'x'.repeat(18)}…`],
    [`${'x'.repeat(17)}😀😀`, `${'x'.repeat(17)}😀…`],
    [`${'x'.repeat(15)}${FAMILY}y`, `${'x'.repeat(15)}…`],
    [`${'x'.repeat(18)}e\u0301yy`, `${'x'.repeat(18)}…`],
    ['日'.repeat(21), `${'日'.repeat(19)}…`],
    ['', ''],
    ['\n\u0000\t', ''],
  ])('%j', (text, line) => {
    expect(oneLine(text, 20)).toBe(line)
  })

  it('cuts a character that is too long to be shown, but no surrogate pair', () => {
    expect(oneLine(`e${'\u0301'.repeat(30)}`, 20)).toBe(`e${'\u0301'.repeat(18)}…`)
    const family = `😀${'\u200d😀'.repeat(30)}`
    expect(oneLine(family, 20)).toMatch(/^\P{Cs}+…$/u)
  })

  it('looks at the beginning of a long text only, and says that there is more', () => {
    expect(oneLine(`ls${' '.repeat(10_000)}x`, 20)).toBe('ls…')
    expect(oneLine(`${' '.repeat(10_000)}ls${' '.repeat(10_000)}`, 20)).toBe('ls')
  })

  it('is one line of the length asked for, whatever the text', () => {
    const unit = fc.oneof(
      fc.constantFrom(...UNITS),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }),
    )
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), fc.integer({ min: 2, max: 70 }), (text, most) => {
        const line = oneLine(text, most)
        expect(line.length).toBeLessThanOrEqual(most)
        expect(line).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029\u202e]/u)
        expect(line).toBe(line.trim())
      }),
      { numRuns: 200 },
    )
  })
})
