import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { proseText } from './prose-text.js'

const ESC = '\u001b'

const anyText = fc.array(fc.integer({ min: 0, max: 0x10ffff })).map((codes) => String.fromCodePoint(...codes))

describe('proseText', () => {
  it.each([
    ['lines stay', 'a\n\n\tb', 'a\n\n\tb'],
    ['line ends are one', 'a\r\nb\rc\u2028d', 'a\nb\nc\nd'],
    ['colours go', `${ESC}[1;31mred${ESC}[0m`, 'red'],
    ['titles and links go', `${ESC}]0;owned\u0007a${ESC}]8;;https://evil.example${ESC}\\b`, 'ab'],
    ['an open command takes nothing with it', `a${ESC}]52;c;AAAA\nb`, 'a52;c;AAAA\nb'],
    ['direction marks go', 'a\u202eb\u200b', 'ab'],
    ['other controls are seen', 'a\u0007b', 'a\ufffdb'],
  ])('%s', (_what, text, expected) => {
    expect(proseText(text)).toBe(expected)
  })

  it('leaves nothing active in any text', () => {
    const hostile = fc.string({
      unit: fc.constantFrom(ESC, '[', ']', '\u009b', '\u0007', '\u202e', '3', 'm', '\n'),
    })
    fc.assert(
      fc.property(fc.oneof(hostile, anyText), (text) => {
        expect(proseText(text)).not.toMatch(/(?![\n\t])[\p{Cc}]|[\u202a-\u202e\u2066-\u2069]/u)
      }),
    )
  })

  it('takes linear time for the worst of texts', () => {
    for (const piece of [ESC, `${ESC}[`, `${ESC}]`, `${ESC}[0;`, '\n']) {
      expect(proseText(piece.repeat(200_000)).length).toBeLessThanOrEqual(400_000)
    }
  })
})
