import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { median, middlePair, ratioOf } from './statistics.mjs'

describe('median', () => {
  it.each([
    [[3], 3],
    [[5, 1, 3], 3],
    [[4, 1, 3, 2], 2.5],
    [[10, 9, 100, 1, 2], 9],
  ])('of %j is %d', (figures, expected) => {
    expect(median(figures)).toBe(expected)
  })

  it('is no number when there is none', () => {
    expect(median([])).toBeNaN()
  })
})

describe('middlePair', () => {
  const pairs = [
    { value: 60, baseline: 100 },
    { value: 10, baseline: 100 },
    { value: 900, baseline: 1000 },
  ]

  it('is the pair with the median ratio, whole', () => {
    expect(middlePair(pairs)).toEqual({ value: 60, baseline: 100 })
  })

  it('is the lower of two in the middle, and refuses nothing at all', () => {
    expect(middlePair(pairs.slice(0, 2))).toEqual({ value: 10, baseline: 100 })
    expect(() => middlePair([])).toThrow('no pair')
  })

  it('has the median ratio of any odd number of pairs', () => {
    const figure = fc.double({ min: 0.1, max: 1e6, noNaN: true })
    const pair = fc.record({ value: figure, baseline: figure })
    fc.assert(
      fc.property(fc.array(pair, { minLength: 1, maxLength: 9 }), (some) => {
        fc.pre(some.length % 2 === 1)
        expect(ratioOf(middlePair(some))).toBe(median(some.map(ratioOf)))
      }),
    )
  })
})
