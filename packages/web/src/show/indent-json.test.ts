import fc from 'fast-check'
import { expect, it } from 'vitest'
import { indentJson } from './indent-json.js'

it('is what everybody writes, whatever the blanks were', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (value, blank) => {
      expect(indentJson(JSON.stringify(value, null, blank))).toBe(JSON.stringify(value, null, 2))
    }),
  )
})

it('keeps numbers and texts as they were written', () => {
  expect(indentJson('{"a":12345678901234567890,"b":"{\\"x\\": [1,2]}","a":1.0}')).toBe(
    '{\n  "a": 12345678901234567890,\n  "b": "{\\"x\\": [1,2]}",\n  "a": 1.0\n}',
  )
})
