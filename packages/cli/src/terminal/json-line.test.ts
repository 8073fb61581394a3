import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonLine } from './json-line.js'

it('is one harmless line and still the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), (value, text) => {
      const line = jsonLine({ value, text })
      // biome-ignore lint/suspicious/noControlCharactersInRegex: that none is left is what is tested
      expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/)
      expect(JSON.parse(line)).toEqual(JSON.parse(JSON.stringify({ value, text })))
    }),
  )
})
