import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { is, mismatch } from './match.js'

describe('mismatch', () => {
  it('finds nothing wrong with a value that is itself', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => mismatch(structuredClone(value), value) === undefined))
  })

  it('finds any other value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        fc.pre(JSON.stringify(one) !== JSON.stringify(other))
        // An object may have more members than are expected, so it differs in one direction at least.
        return (
          mismatch({ it: one }, { it: other }) !== undefined ||
          mismatch({ it: other }, { it: one }) !== undefined
        )
      }),
    )
  })

  it.each([
    ['a member that is missing', {}, { a: 1 }, 'a should be 1, is nothing'],
    ['a member deep inside', { a: [{ b: 1 }] }, { a: [{ b: 2 }] }, 'a[0].b should be 2, is 1'],
    ['an array that is longer', [1, 2], [1], 'it should be 1 items, is [1,2]'],
    ['null where an object should be', null, {}, 'it should be an object, is null'],
    ['a member of the prototype', {}, { toString: is.text }, 'toString should be a text, is nothing'],
    ['a member that should not be there', { a: 1 }, { a: is.absent }, 'a should be nothing, is 1'],
    ['no text with a part', { a: 'x' }, { a: is.containing('y') }, 'a should be a text with "y", is "x"'],
    ['a list without one', { a: [1] }, { a: is.holding(2) }, 'a should be a list with 2, is [1]'],
    ['a text that does not fit', { a: 'x' }, { a: is.like(/^y/) }, 'a should be like /^y/, is "x"'],
    [
      'one of many that does not fit',
      [{ a: 1 }, {}],
      is.each({ a: 1 }),
      'it should be a list of {"a":1}, is [{"a":1},{}]',
    ],
    ['a list that is empty', [], is.each({}), 'it should be a list of {}, is []'],
    ['another zero', -0, 0, 'it should be 0, is 0'],
  ])('says where: %s', (_what, actual, expected, said) => {
    expect(mismatch(actual, expected)).toBe(said)
  })

  it('lets an object have more than is expected', () => {
    expect(mismatch({ a: 1, b: 2 }, { a: is.number })).toBeUndefined()
    expect(mismatch(['x'], [is.oneOf('x', 'y')])).toBeUndefined()
  })
})
