import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { harmlessJson, neutralise } from './neutralise.js'

const ESC = '\u001b'
// biome-ignore lint/suspicious/noControlCharactersInRegex: that none is left is what is tested
const ACTIVE = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/

describe('neutralise', () => {
  it.each([
    ['colours', `${ESC}[1;31mfailed${ESC}[0m`, 'failed'],
    ['a title change', `${ESC}]0;owned\u0007text`, 'text'],
    ['a hyperlink', `${ESC}]8;;https://evil.example${ESC}\\click${ESC}]8;;${ESC}\\`, 'click'],
    ['an unfinished command', `before${ESC}]52;c;AAAA`, 'before'],
    ['a C1 opener', '\u009b31mred\u009b0m', 'red'],
    ['cursor movements', `one${ESC}[2J${ESC}[Htwo`, 'onetwo'],
    ['a charset switch', `${ESC}(0lqk`, 'lqk'],
    ['line breaks', 'first\r\n\tsecond\u2028third', 'first second third'],
    ['a bell and a backspace', 'a\u0007b\u0008c', 'a\ufffdb\ufffdc'],
    ['a turned direction', 'invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['characters nobody sees', 'ad\u200bmin\ufeff', 'admin'],
    ['markup, which is only text', '<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['other scripts and emoji', 'שלום 👩‍💻', 'שלום 👩‍💻'],
  ])('%s', (_what, text, expected) => {
    expect(neutralise(text)).toBe(expected)
  })

  it('leaves nothing active in any text', () => {
    const hostile = fc.string({
      unit: fc.constantFrom(ESC, '[', ']', '\u009b', '\u0007', '\u202e', '3', 'm', 'é'),
    })
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string({ unit: 'binary' })), (text) => !ACTIVE.test(neutralise(text))),
    )
  })

  it('takes linear time for the worst of texts', () => {
    for (const piece of [ESC, `${ESC}[`, `${ESC}]`, `${ESC}[0;`, '\u009d', '\n']) {
      expect(neutralise(piece.repeat(300_000)).length).toBeLessThan(300_000)
    }
  })
})

describe('harmlessJson', () => {
  it('shows control and direction marks as escapes', () => {
    expect(harmlessJson({ text: `${ESC}[31m\u202e\u0085` })).toBe(
      '{\n  "text": "\\u001b[31m\\u202e\\u0085"\n}',
    )
  })

  it('stays the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(harmlessJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})
