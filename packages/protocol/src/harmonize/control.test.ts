import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { neutralise, withoutEmptyLines } from './control.js'

describe('neutralise', () => {
  it.each([
    ['colours', '\u001b[1;31mred\u001b[0m', 'red'],
    ['colours with colons', '\u001b[38:2::255:0:0mx', 'x'],
    ['private modes', '\u001b[?25lx\u001b[?2004h', 'x'],
    ['intermediates', '\u001b[1 qx', 'x'],
    ['the one-character introducer', '\u009b31mx', 'x'],
    ['a sequence cut at the end', 'x\u001b[31', 'x'],
    ['a sequence without an end', '\u001b[31\nx', '\nx'],
    ['a title', '\u001b]0;title\u0007x', 'x'],
    ['a link', '\u001b]8;;https://a.b\u001b\\text\u001b]8;;\u001b\\', 'text'],
    ['a title with the one-character ends', '\u009d0;title\u009cx', 'x'],
    ['device strings', '\u001bPq#0\u001b\\x\u001b_a\u001b\\\u001b^b\u001b\\\u001bXc\u001b\\', 'x'],
    ['character sets', '\u001b(Bx\u001b)0', 'x'],
    ['short escapes', '\u001b7x\u001b8\u001b=\u001bM', 'x'],
    ['a lone escape', 'a\u001b', 'a'],
    ['an escape before a line end', 'a\u001b\nb', 'a\nb'],
    ['two escapes', '\u001b\u001b[1mx', 'x'],
    ['control characters', 'a\u0000b\u0007c\bd\u007fe\u0080f', 'abcdef'],
    ['form feeds and tabs of lines', 'a\fb\vc', 'abc'],
  ])('takes out %s', (_what, text, calm) => {
    expect(neutralise(text)).toBe(calm)
  })

  it.each([
    ['title', '\u001b]0;not a title\nnext'],
    ['one-character title', '\u009d0;not a title\nnext'],
    ['device string', '\u001bP0;not a title\nnext'],
  ])('keeps the words behind a %s that has no end on its line', (_what, text) => {
    expect(neutralise(text)).toBe('0;not a title\nnext')
  })

  it('looks for the end of a title on its own line only', () => {
    expect(neutralise('\u001b]words\r\n\u001b]0;t\u0007x')).toBe('words\nx')
    expect(neutralise('\u001b]words\u0085more\u0007')).toBe('words\nmore')
  })

  it.each([
    ['a\r\nb', 'a\nb'],
    ['a\rb', 'a\nb'],
    ['a\u0085b', 'a\nb'],
    ['a\r\n\r\nb', 'a\n\nb'],
    ['a\r\rb', 'a\n\nb'],
    ['a\r\n\r\n\r\nb', 'a\n\nb'],
    ['a\n\n\n\nb', 'a\n\nb'],
    ['a\n\r\n\nb', 'a\n\nb'],
    ['\r\n', '\n'],
  ])('makes of the line ends of %j %j', (text, calm) => {
    expect(neutralise(text)).toBe(calm)
  })

  it.each([
    ['a\tb\nc\n\nd'],
    ['  indented\n   \n   \nlines of spaces'],
    ['e\u0301 👩‍👩‍👧 \u202eright to left\u202c \ufeff \u2028 \u00a0'],
    ['half \ud800 pairs \udc00'],
    ['构建成功，所有测试均已通过'],
  ])('leaves %j', (text) => {
    expect(neutralise(text)).toBe(text)
  })

  it('leaves no control character, and nothing to do a second time', () => {
    const bit = fc.constantFrom(
      '\u001b',
      '[',
      ']',
      '\\',
      '\u0007',
      '\u009b',
      '\u009c',
      '\n',
      '\r',
      '1',
      ';',
      'm',
      ' ',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(bit).map((bits) => bits.join('')),
          fc.string({ unit: 'binary' }),
        ),
        (text) => {
          const calm = neutralise(text)
          expect(
            [...calm].every((letter) => letter === '\n' || letter === '\t' || !/\p{Cc}/u.test(letter)),
          ).toBe(true)
          expect(neutralise(calm)).toBe(calm)
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('reads a flood of introducers once', () => {
    const text = '\u001b]x'.repeat(200_000)
    expect(neutralise(text)).toBe('x'.repeat(200_000))
  })
})

describe('withoutEmptyLines', () => {
  it('leaves one of several', () => {
    expect(withoutEmptyLines('a\n\n\n\n\nb\n\nc\nd')).toBe('a\n\nb\n\nc\nd')
  })
})
