import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tooDeep } from './too-deep.js'

describe('tooDeep', () => {
  it('counts arrays and objects alike, from the outside', () => {
    expect(tooDeep(1, 0)).toBe(false)
    expect(tooDeep([], 0)).toBe(true)
    expect(tooDeep([1, { a: 'b' }], 1)).toBe(true)
    expect(tooDeep([1, { a: 'b' }], 2)).toBe(false)
    expect(tooDeep(JSON.parse(`${'['.repeat(64)}${']'.repeat(64)}`), 64)).toBe(false)
    expect(tooDeep(JSON.parse(`${'['.repeat(65)}${']'.repeat(65)}`), 64)).toBe(true)
  })

  it('sees what hides under __proto__', () => {
    expect(tooDeep(JSON.parse('{"__proto__":{"a":{}}}'), 2)).toBe(true)
  })

  it('does not run out of stack, however deep the value is', () => {
    const levels = 200_000
    expect(tooDeep(JSON.parse(`${'{"a":['.repeat(levels)}${']}'.repeat(levels)}`), 64)).toBe(true)
  })

  it('agrees with the number of levels that were wrapped around a value', () => {
    const levels = fc.integer({ min: 0, max: 100 })
    fc.assert(
      fc.property(levels, levels, fc.boolean(), (depth, limit, asArray) => {
        let value: unknown = 'core'
        for (let level = 0; level < depth; level++) value = asArray ? [0, value] : { a: 0, b: value }
        expect(tooDeep(value, limit)).toBe(depth > limit)
      }),
    )
  })
})
