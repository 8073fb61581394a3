import fc from 'fast-check'
import { expect, it } from 'vitest'
import { plainNumber } from './plain-number.js'

it.each([
  [0, '0'],
  [-0, '0'],
  [42, '42'],
  [0.5, '0.5'],
  [1e21, '1000000000000000000000'],
  [-1.5e21, '-1500000000000000000000'],
  [1e-7, '0.0000001'],
  [-1.25e-8, '-0.0000000125'],
])('writes %d as %s', (value, text) => expect(plainNumber(value)).toBe(text))

it('never uses an exponent, and says the same number', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const text = plainNumber(value)
      expect(text).toMatch(/^-?\d+(\.\d+)?$/)
      expect(Number(text)).toBe(value === 0 ? 0 : value)
    }),
  )
})
