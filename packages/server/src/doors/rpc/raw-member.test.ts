import fc from 'fast-check'
import { expect, it } from 'vitest'
import { rawMember } from './raw-member.js'

it.each([
  ['{"id":1}', '1'],
  ['  { "id" : 1.50 , "a":2 }', '1.50'],
  ['{"a":{"id":2},"id":3,"b":[{"id":4}]}', '3'],
  ['{"id":1,"id":2}', '2'],
  ['{"a":"{\\"id\\":1}","id":5}', '5'],
  ['{"a\\\\":1,"id":6}', '6'],
  ['{"\\u0069d":7}', '7'],
  ['{"id":{"x":[1,{}]}}', '{"x":[1,{}]}'],
  ['{"id":"a,b}"}', '"a,b}"'],
  ['{"x":"id","y":1}', undefined],
  ['{}', undefined],
])('%s', (text, raw) => {
  expect(rawMember(text, 'id')).toBe(raw)
})

it('is what JSON.parse reads there, in any object', () => {
  const object = fc.dictionary(fc.string(), fc.jsonValue())
  fc.assert(
    fc.property(object, fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (members, id, space) => {
      const text = JSON.stringify({ ...members, id }, null, space)
      expect(JSON.parse(rawMember(text, 'id') ?? '')).toEqual(JSON.parse(text).id)
    }),
  )
})
