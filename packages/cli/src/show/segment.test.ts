import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainText } from '../terminal/plain-text.js'
import { Segment } from './segment.js'

describe('Segment', () => {
  it('prints pieces as they come, and nothing again when the whole is known', () => {
    const segment = new Segment()
    expect(segment.delta('Hel')).toBe('Hel')
    expect(segment.delta('lo.')).toBe('lo.')
    expect(segment.complete('Hello.')).toBe('')
  })

  it('prints the whole of an answer that came without pieces', () => {
    expect(new Segment().complete('Hello.')).toBe('Hello.')
  })

  it('makes up for pieces that were lost', () => {
    const segment = new Segment()
    expect(segment.delta('Hel')).toBe('Hel')
    segment.lost()
    expect(segment.delta('rld')).toBe('')
    expect(segment.complete('Hello world')).toBe('lo world')
    expect(segment.delta('Next')).toBe('Next')
  })

  it('says it once more where the beginning was lost too', () => {
    const segment = new Segment()
    segment.delta('world')
    segment.lost()
    expect(segment.complete('Hello world')).toBe('\nHello world')
  })

  it('knows whether anything came', () => {
    const segment = new Segment()
    expect(segment.heard).toBe(false)
    segment.delta('')
    expect(segment.heard).toBe(true)
  })

  it('comes to the whole, wherever pieces are cut and from wherever they are lost', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), fc.nat({ max: 10 }), (pieces, from) => {
        const segment = new Segment()
        const whole = pieces.join('')
        const printed = pieces.map((piece, index) => {
          if (index === from) segment.lost()
          return segment.delta(piece)
        })
        expect(printed.join('') + segment.complete(whole)).toBe(plainText(whole))
      }),
    )
  })
})
