import { beforeEach, describe, expect, it } from 'vitest'
import { DeliveryCheck } from './delivery-check.mjs'

/** @type {DeliveryCheck} */
let check

beforeEach(() => {
  check = new DeliveryCheck()
  for (const key of ['a', 'b']) check.expect(key)
})

const got = (/** @type {number} */ at, /** @type {string} */ key) => ({ at, received: key })
const told = (/** @type {number} */ at, /** @type {string} */ key) => ({ at, answered: key })
const faults = (/** @type {import('./delivery-check.mjs').Entry[]} */ entries) => {
  const { missing, repeated, redone, unfinished } = check.verdict(entries)
  return { missing, repeated, redone, unfinished }
}
const NONE = { missing: 0, repeated: 0, redone: 0, unfinished: 0 }

describe('DeliveryCheck', () => {
  it('finds no fault where every key came once', () => {
    check.done({ at: 9, keys: ['a', 'b'] })
    expect(faults([got(1, 'a'), told(2, 'a'), got(3, 'b'), told(4, 'b')])).toEqual(NONE)
  })

  it('lets a key come twice where a kill fell in between, and counts it', () => {
    check.killed(5)
    const entries = [got(1, 'a'), told(2, 'a'), got(4, 'b'), got(6, 'a'), got(7, 'b')]
    expect(faults(entries)).toEqual(NONE)
    expect(check.verdict(entries)).toMatchObject({
      keys: 2,
      requests: 4,
      twice: 2,
      betweenAnswerAndCommit: 1,
    })
  })

  it('finds a key that never came', () => {
    expect(faults([got(1, 'a')])).toEqual({ ...NONE, missing: 1 })
  })

  it('finds a key that came twice without a kill, or was not to come', () => {
    check.killed(9)
    expect(faults([got(1, 'a'), got(3, 'a'), got(4, 'b'), got(5, 'c')])).toEqual({ ...NONE, repeated: 2 })
  })

  it('finds a key that came after the log said it was done', () => {
    check.killed(2)
    check.done({ at: 3, keys: ['a'] })
    expect(faults([got(1, 'a'), got(4, 'a'), got(5, 'b')])).toEqual({ ...NONE, redone: 1 })
  })

  it('finds what never came to an end', () => {
    check.unfinished('a', 'is dead')
    expect(check.verdict([got(1, 'a'), got(2, 'b')])).toMatchObject({
      unfinished: 1,
      details: ['unfinished a is dead'],
    })
  })
})
