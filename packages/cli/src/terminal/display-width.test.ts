import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutToWidth, displayWidth, padToWidth, splitToWidth } from './display-width.js'

const text = fc.string({ unit: 'grapheme' })

describe('displayWidth', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['né', 2],
    ['ne\u0301', 2],
    ['漢字', 4],
    ['ｆｕｌｌ', 8],
    ['한글', 4],
    ['✓ …', 3],
    ['👍', 2],
    ['👩‍💻', 2],
    ['❤️', 2],
    ['🇩🇪', 2],
    ['1', 1],
    ['│ └ ●', 5],
  ])('%s takes %i', (given, width) => {
    expect(displayWidth(given)).toBe(width)
  })
})

describe('cutToWidth', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'ab…'],
    ['漢字', 4, '漢字'],
    ['漢字x', 4, '漢…'],
    ['漢字', 3, '漢…'],
    ['漢字', 2, '…'],
    ['👩‍💻👩‍💻', 3, '👩‍💻…'],
    ['abc', 1, '…'],
    ['abc', 0, ''],
  ])('%s in %i: %s', (given, columns, cut) => {
    expect(cutToWidth(given, columns)).toBe(cut)
  })

  it('is never wider than told, and leaves what fits', () => {
    fc.assert(
      fc.property(text, fc.nat({ max: 30 }), (given, columns) => {
        const cut = cutToWidth(given, columns)
        expect(displayWidth(cut)).toBeLessThanOrEqual(columns)
        if (displayWidth(given) <= columns) expect(cut).toBe(columns === 0 ? '' : given)
      }),
    )
  })
})

describe('padToWidth', () => {
  it('fills up by columns, not by characters', () => {
    expect(padToWidth('漢', 4)).toBe('漢  ')
    expect(padToWidth('long', 2)).toBe('long')
  })
})

describe('splitToWidth', () => {
  it.each([
    ['abc', 3, ['abc']],
    ['abcdefg', 3, ['abc', 'def', 'g']],
    ['漢字漢', 5, ['漢字', '漢']],
    ['', 3, ['']],
  ])('%s in %i', (line, columns, parts) => {
    expect(splitToWidth(line, columns)).toEqual(parts)
  })

  it('loses nothing', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 30 }), (line, columns) => {
        expect(splitToWidth(line, columns).join('')).toBe(line)
      }),
    )
  })
})
