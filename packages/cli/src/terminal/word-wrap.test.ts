import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { displayWidth } from './display-width.js'
import { WordWrap } from './word-wrap.js'

function wrap(pieces: readonly string[], width: number): string {
  const wrapping = new WordWrap(() => width)
  return pieces.map((piece) => wrapping.write(piece)).join('') + wrapping.end()
}

describe('WordWrap', () => {
  it.each([
    ['between words', ['one two three'], 8, 'one two\nthree'],
    ['where a word is as long as the line', ['one twothree four'], 8, 'one\ntwothree\nfour'],
    ['by columns', ['漢字 漢字'], 8, '漢字\n漢字'],
    ['never inside a word that came in pieces', ['on', 'e tw', 'o th', 'ree'], 8, 'one two\nthree'],
    ['not before a word that is too long anyway', ['a', ' ', 'b'.repeat(12)], 8, `a\n${'b'.repeat(12)}`],
    ['keeps breaks and indents', ['- a\n  - b\n\nc'], 8, '- a\n  - b\n\nc'],
  ])('%s', (_what, pieces, width, wrapped) => {
    expect(wrap(pieces, width)).toBe(wrapped)
  })

  it('gives a word as soon as it is over', () => {
    const wrapping = new WordWrap(() => 20)
    expect(wrapping.write('one tw')).toBe('one')
    expect(wrapping.write('o ')).toBe(' two')
    expect(wrapping.write('three\n')).toBe(' three\n')
  })

  it('leaves text alone where there is no terminal', () => {
    expect(new WordWrap(() => Number.POSITIVE_INFINITY).write('a  b')).toBe('a  b')
  })

  it('changes nothing but blanks, keeps to the width, and does not care how text is cut', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '漢') })
    fc.assert(
      fc.property(fc.array(text), fc.integer({ min: 4, max: 20 }), (pieces, width) => {
        const wrapped = wrap(pieces, width)
        expect(wrapped).toBe(wrap([pieces.join('')], width))
        expect(wrapped.replace(/\s/g, '')).toBe(pieces.join('').replace(/\s/g, ''))
        for (const line of wrapped.split('\n')) {
          const parts = line.match(/^ *[^ ]+|[^ ]+/g) ?? []
          if (parts.length > 1 && parts.every((part) => displayWidth(part) <= width))
            expect(displayWidth(line)).toBeLessThanOrEqual(width)
        }
      }),
    )
  })
})
