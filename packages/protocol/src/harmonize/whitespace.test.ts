import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inkFrom, isLineStart, lastInkBefore, lineEnd, paragraphEnd } from './whitespace.js'

describe('inkFrom, lastInkBefore', () => {
  it('have the whitespace of trim, for every character', () => {
    for (let code = 0; code < 0x10000; code++) {
      const character = String.fromCharCode(code)
      const isBlank = character.trim() === ''
      expect(inkFrom(character, 0), code.toString(16)).toBe(isBlank ? 1 : 0)
      expect(lastInkBefore(character, 1), code.toString(16)).toBe(isBlank ? -1 : 0)
    }
  })

  it('agree with trim on any text', () => {
    const text = fc
      .array(fc.constantFrom(' ', '\n', '\t', '\u3000', '\ufeff', 'a', '<', '汉'))
      .map((all) => all.join(''))
    fc.assert(
      fc.property(text, (any) => {
        expect(any.slice(inkFrom(any, 0))).toBe(any.trimStart())
        expect(any.slice(0, lastInkBefore(any, any.length) + 1)).toBe(any.trimEnd())
      }),
    )
  })

  it('start anywhere', () => {
    expect(inkFrom('a  b', 1)).toBe(3)
    expect(inkFrom('a  ', 1)).toBe(3)
    expect(lastInkBefore('a  b', 3)).toBe(0)
  })
})

describe('isLineStart', () => {
  it.each([
    ['<', true],
    ['   <', true],
    ['    <', false],
    ['a\n<', true],
    ['a\n   <', true],
    ['a\n    <', false],
    ['a\n\t<', false],
    ['a <', false],
    ['a\n\u00a0<', false],
    ['a\n  x<', false],
  ])('of the last character of %j is %j', (text, is) => {
    expect(isLineStart(text, text.length - 1)).toBe(is)
  })
})

describe('lineEnd, paragraphEnd', () => {
  it('are where the line and the paragraph end', () => {
    expect(lineEnd('ab\ncd', 0)).toBe(2)
    expect(lineEnd('ab\ncd', 2)).toBe(2)
    expect(lineEnd('ab\ncd', 3)).toBe(5)
    expect(paragraphEnd('ab\ncd\n\nef', 0)).toBe(5)
    expect(paragraphEnd('ab\ncd\n \t\nef', 0)).toBe(5)
    expect(paragraphEnd('ab\ncd\n x\nef', 0)).toBe(11)
  })
})
