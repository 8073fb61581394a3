import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutUtf8, joinedLength, piecesOf, textOf, utf8Length } from './text.js'

/** Texts of every width, halves of pairs among them. */
const anyText = fc
  .array(fc.constantFrom('a', 'é', '語', '😀', '\ud83d', '\ude00', '\u0000', 'plain '), { maxLength: 30 })
  .map((parts) => parts.join(''))

/** What UTF-8 says of each code point; a half counts as the sign that replaces it. */
function bytesOf(text: string): number {
  return [...text].reduce((sum, character) => {
    const point = character.codePointAt(0) ?? 0
    return sum + (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4)
  }, 0)
}

describe('utf8Length', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['é', 2],
    ['語', 3],
    ['😀', 4],
    ['\ud83d', 3],
    ['\ude00\ud83d', 6],
  ])('%j has %i bytes', (text, bytes) => {
    expect(utf8Length(text)).toBe(bytes)
  })

  it('agrees with the code points, for every text', () => {
    fc.assert(fc.property(anyText, (text) => utf8Length(text) === bytesOf(text)))
  })
})

describe('cutUtf8', () => {
  it('keeps as much as fits and cuts no character in two', () => {
    expect(cutUtf8('ab😀c', 5)).toBe('ab')
    expect(cutUtf8('ab😀c', 6)).toBe('ab😀')
    expect(cutUtf8('語語', 5)).toBe('語')
    expect(cutUtf8('abc', 0)).toBe('')
  })

  it('is the longest such beginning, for every text', () => {
    fc.assert(
      fc.property(anyText, fc.nat(60), (text, max) => {
        const cut = cutUtf8(text, max)
        expect(text.startsWith(cut)).toBe(true)
        expect(utf8Length(cut)).toBeLessThanOrEqual(max)
        const [next = ''] = text.slice(cut.length)
        if (next) expect(utf8Length(cut + next)).toBeGreaterThan(max)
      }),
    )
  })
})

it('pieces are the text again, each within the limit', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 4, max: 40 }), (text, max) => {
      const pieces = piecesOf(text, max)
      expect(pieces.join('')).toBe(text)
      for (const piece of pieces) expect(utf8Length(piece)).toBeLessThanOrEqual(max)
      expect(pieces).not.toContain('')
    }),
  )
})

it('counts two texts as one, also where halves of a pair meet', () => {
  expect(joinedLength('\ud83d', 3, '\ude00')).toBe(4)
  fc.assert(
    fc.property(
      anyText,
      anyText,
      (first, second) => joinedLength(first, utf8Length(first), second) === utf8Length(first + second),
    ),
  )
})

it('is linear: a text that grows by small pieces to a megabyte is counted in no time', () => {
  let [text, bytes] = ['', 0]
  for (let n = 0; n < 100_000; n++) {
    bytes = joinedLength(text, bytes, 'ten bytes.')
    text += 'ten bytes.'
  }
  expect(bytes).toBe(1_000_000)
})

it('takes odd values for what they are', () => {
  expect(textOf('x')).toBe('x')
  expect(textOf(7)).toBe('7')
  expect(textOf(false)).toBe('false')
  for (const odd of [null, undefined, [], { toString: 1 }, { text: 'x' }]) expect(textOf(odd)).toBe('')
})
