import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { visibleText } from './visible-text.js'

const anyText = fc.array(fc.integer({ min: 0, max: 0x10ffff })).map((codes) => String.fromCodePoint(...codes))

describe('visibleText', () => {
  it.each([
    ['plain code', 'const a = 1\n\tb', 'const a = 1\n\tb'],
    ['line ends of Windows', 'a\r\nb', 'a\nb'],
    ['a carriage return that would overwrite', 'safe\rrm', 'safe\\u000drm'],
    ['a terminal code', '\u001b[8mhidden', '\\u001b[8mhidden'],
    ['a turned direction', 'a\u202eb', 'a\\u202eb'],
    ['a blank nobody sees', 'a\u200bb\u3164', 'a\\u200bb\\u3164'],
    ['letters of the tag block', 'a\u{e0041}', 'a\\u{e0041}'],
    ['half a pair', 'a\ud800b', 'a\\ud800b'],
    ['joined emoji and other scripts', '👩‍💻 שלום نص', '👩‍💻 שלום نص'],
  ])('%s', (_what, text, expected) => {
    expect(visibleText(text)).toBe(expected)
  })

  it('leaves nothing that is not seen, and loses nothing', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const shown = visibleText(text)
        expect(shown).not.toMatch(/(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u)
        expect(shown.length).toBeGreaterThanOrEqual(text.replaceAll('\r\n', '\n').length)
      }),
    )
  })
})
