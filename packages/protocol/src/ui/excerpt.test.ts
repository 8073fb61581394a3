import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { excerpt } from './excerpt.js'

const UNITS = ['\ud83d', '\ude00', '😀', '\u0000', '\u202e', '\u2029', '\ufeff', ' ', '\t', '…']
const letters = fc.constantFrom('aaaaaaaa', 'é日本語')

describe('excerpt', () => {
  it.each([
    ['short', 'short'],
    ['  {"op": "add"}\r', '{"op": "add"}'],
    ['a\u0000b\u001b[31mc\u007f', 'ab[31mc'],
    ['right\u202eleft\u200b\u2028end', 'rightleftend'],
    ['half \ud83d pair', 'half  pair'],
    ['x'.repeat(60), 'x'.repeat(60)],
    ['x'.repeat(61), `${'x'.repeat(59)}…`],
    [`${'x'.repeat(58)}😀😀`, `${'x'.repeat(58)}…`],
  ])('%j', (text, cut) => {
    expect(excerpt(text)).toBe(cut)
  })

  it('is short, and nothing in it changes how a line reads', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.oneof(fc.constantFrom(...UNITS), letters), minLength: 40 }),
        (text) => {
          const cut = excerpt(text)
          expect(cut.length).toBeLessThanOrEqual(60)
          expect(cut).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u)
        },
      ),
    )
  })
})
