import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Line } from './palette.js'
import { cutLine, lineText, lineWidth, wrapLine } from './wrap-line.js'

const line: Line = [{ text: 'git push ' }, { text: '--force', style: 'dangerous' }, { text: ' origin' }]
const segments = fc.array(fc.record({ text: fc.string({ unit: 'grapheme' }) }))

describe('wrapLine', () => {
  it('goes on with the style on the next line', () => {
    expect(wrapLine(line, 12)).toEqual([
      [{ text: 'git push ' }, { text: '--f', style: 'dangerous' }],
      [{ text: 'orce', style: 'dangerous' }, { text: ' origin' }],
    ])
  })

  it('is one line where there is room, and for nothing at all', () => {
    expect(wrapLine(line, 80)).toEqual([line])
    expect(wrapLine([], 80)).toEqual([[]])
  })

  it('breaks between wide characters', () => {
    expect(wrapLine([{ text: '解析器' }], 5).map(lineText)).toEqual(['解析', '器'])
  })

  it('leaves nothing out, and no line is too wide', () => {
    fc.assert(
      fc.property(segments, fc.integer({ min: 2, max: 40 }), (some, columns) => {
        const wrapped = wrapLine(some, columns)
        expect(wrapped.map(lineText).join('')).toBe(lineText(some))
        for (const one of wrapped) expect(lineWidth(one)).toBeLessThanOrEqual(columns)
      }),
    )
  })

  it('ends where not even one character fits', () => {
    fc.assert(
      fc.property(segments, fc.integer({ min: -2, max: 1 }), (some, columns) => void wrapLine(some, columns)),
    )
  })
})

describe('cutLine', () => {
  it('says that there was more', () => {
    expect(cutLine(line, 12)).toEqual([{ text: 'git push ' }, { text: '--…', style: 'dangerous' }])
    expect(cutLine(line, 80)).toEqual(line)
  })

  it('fits', () => {
    fc.assert(
      fc.property(segments, fc.nat(40), (some, columns) => {
        expect(lineWidth(cutLine(some, columns))).toBeLessThanOrEqual(columns)
      }),
    )
  })
})
