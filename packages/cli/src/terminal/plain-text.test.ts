import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { oneLine, PlainStream, plainText, visibleLine, visibleText } from './plain-text.js'

const ESC = '\u001b'
/** What a terminal would act on: all of C0 but the line break and the tab, C1, and marks of direction. */
const ACTIVE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that none is left is what is tested
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/

const hostile = fc.string({
  unit: fc.constantFrom(
    ESC,
    '[',
    ']',
    '\\',
    '\u009b',
    '\u009d',
    '\u0007',
    '\u202e',
    '\r',
    '\n',
    '3',
    'm',
    'é',
    '👩',
  ),
})
const anyText = fc.oneof(hostile, fc.string({ unit: 'binary' }))

describe('plainText', () => {
  it.each([
    ['colours', `${ESC}[1;31mfailed${ESC}[0m`, 'failed'],
    ['a title change', `${ESC}]0;owned\u0007text`, 'text'],
    ['a hyperlink', `${ESC}]8;;https://evil.example${ESC}\\click${ESC}]8;;${ESC}\\`, 'click'],
    ['a write to the clipboard', `before${ESC}]52;c;AAAA`, 'before'],
    ['a C1 opener', '\u009b31mred\u009b0m', 'red'],
    ['a cleared screen', `one${ESC}[2J${ESC}[Htwo`, 'onetwo'],
    ['a reset', `one${ESC}ctwo`, 'onetwo'],
    ['a line written over another', 'rm -rf /\rls       ', 'rm -rf /\nls       '],
    ['line breaks of any kind', 'a\r\nb\u2028c\u0085d\fe', 'a\nb\nc\nd\ne'],
    ['a bell and a backspace', 'a\u0007b\u0008c', 'abc'],
    ['a turned direction', 'invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['tabs and breaks, which stay', 'a\tb\n', 'a\tb\n'],
    ['other scripts and emoji', 'שלום 👩‍💻', 'שלום 👩‍💻'],
  ])('%s', (_what, text, expected) => {
    expect(plainText(text)).toBe(expected)
  })

  it('leaves nothing a terminal would act on, in any text', () => {
    fc.assert(fc.property(anyText, (text) => !ACTIVE.test(plainText(text))))
  })

  it('leaves plain text as it is', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => plainText(text) === text))
  })

  it('takes linear time for the worst of texts', () => {
    for (const piece of [ESC, `${ESC}[`, `${ESC}]`, `${ESC}[0;`, '\u009d', '\r']) {
      const text = `${piece.repeat(300_000)}\u0007end`
      expect(plainText(text).length).toBeLessThanOrEqual(300_004)
      expect(new PlainStream().write(text).length).toBeLessThanOrEqual(300_004)
    }
  })
})

describe('oneLine', () => {
  it('is one line', () => {
    expect(oneLine('  first\r\n\tsecond  third\n')).toBe('first second third')
    fc.assert(fc.property(anyText, (text) => !/[\n\t]/.test(oneLine(text)) && !ACTIVE.test(oneLine(text))))
  })
})

describe('visibleText', () => {
  it.each([
    ['an escape', `echo ${ESC}[2Kls`, 'echo \\x1b[2Kls'],
    ['a turned direction', 'a\u202eb', 'a\\u{202e}b'],
    ['a character nobody sees', 'rm\u200b -rf', 'rm\\u{200b} -rf'],
    ['a hidden word in tags', `ls${String.fromCodePoint(0xe0041)}`, 'ls\\u{e0041}'],
    ['a line that would be written over', 'rm -rf /\rls', 'rm -rf /\\x0dls'],
    ['several lines', 'one\r\ntwo\n', 'one\ntwo\n'],
  ])('shows %s', (_what, text, expected) => {
    expect(visibleText(text)).toBe(expected)
  })

  it('hides nothing and lets nothing through', () => {
    fc.assert(fc.property(anyText, (text) => !ACTIVE.test(visibleText(text))))
    fc.assert(
      fc.property(
        anyText,
        (text) => [...visibleText(text)].length >= [...text.replace(/\r\n/g, '\n')].length,
      ),
    )
  })

  it('fits one line, with a sign for every break', () => {
    expect(visibleLine(' npm test\n  && rm x\t y ')).toBe('npm test ⏎ && rm x y')
    fc.assert(
      fc.property(anyText, (text) => !/[\n\t]/.test(visibleLine(text)) && !ACTIVE.test(visibleLine(text))),
    )
  })
})

describe('PlainStream', () => {
  const streamed = (pieces: readonly string[]) => {
    const stream = new PlainStream()
    return pieces.map((piece) => stream.write(piece)).join('') + stream.end()
  }

  it('says the same of a text however it is cut', () => {
    const cuts = fc.tuple(hostile, fc.array(fc.nat({ max: 40 })))
    fc.assert(
      fc.property(cuts, ([text, places]) => {
        const sorted = [...new Set([0, ...places, text.length])]
          .filter((at) => at <= text.length)
          .sort((a, b) => a - b)
        const pieces = sorted.map((at, index) => text.slice(at, sorted[index + 1]))
        expect(streamed(pieces)).toBe(plainText(text))
      }),
      { numRuns: 1000 },
    )
  })

  it('lets nothing through in any piece', () => {
    fc.assert(
      fc.property(fc.array(anyText), (pieces) => {
        const stream = new PlainStream()
        expect(
          [...pieces.map((piece) => stream.write(piece)), stream.end()].some((part) => ACTIVE.test(part)),
        ).toBe(false)
      }),
    )
  })

  it('gives text at once', () => {
    expect(new PlainStream().write('Hello')).toBe('Hello')
    expect(new PlainStream().write(`Hello${ESC}[3`)).toBe('Hello')
  })
})
