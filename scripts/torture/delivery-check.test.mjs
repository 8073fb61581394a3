import { beforeEach, describe, expect, it } from 'vitest'
import { DeliveryCheck } from './delivery-check.mjs'

/** @typedef {import('./delivery-check.mjs').Entry} Entry */

/** @type {DeliveryCheck} */
let check

beforeEach(() => {
  check = new DeliveryCheck()
  for (const key of ['a', 'b']) check.expect(key)
})

const got = (/** @type {string} */ key) => ({ received: key })
const told = (/** @type {string} */ key) => ({ answered: key })
const done = (/** @type {string[]} */ ...keys) => ({ done: keys })
/** @type {Entry} */
const KILL = { killed: true }
const faults = (/** @type {Entry[]} */ ...entries) => {
  const { missing, repeated, redone, unfinished } = check.verdict(entries)
  return { missing, repeated, redone, unfinished }
}
const NONE = { missing: 0, repeated: 0, redone: 0, unfinished: 0 }

describe('DeliveryCheck', () => {
  it('finds no fault where every key came once', () => {
    expect(faults(got('a'), told('a'), got('b'), told('b'), done('a', 'b'))).toEqual(NONE)
  })

  it('lets a key come twice where a kill fell in between, and counts it', () => {
    const entries = [got('a'), told('a'), got('b'), KILL, got('a'), got('b')]
    expect(faults(...entries)).toEqual(NONE)
    expect(check.verdict(entries)).toMatchObject({
      keys: 2,
      requests: 4,
      twice: 2,
      betweenAnswerAndCommit: 1,
    })
  })

  it('finds a key that never came', () => {
    expect(faults(got('a'))).toEqual({ ...NONE, missing: 1 })
  })

  it('finds a key that came twice without a kill, or was not to come', () => {
    expect(faults(KILL, got('a'), got('a'), got('b'), got('c'), KILL)).toEqual({ ...NONE, repeated: 2 })
  })

  it('finds a key that came twice of one gateway and once of another', () => {
    expect(faults(got('a'), KILL, got('a'), got('b'), got('a'))).toEqual({ ...NONE, repeated: 1 })
  })

  it('finds a key that came after the log said it was done', () => {
    expect(faults(got('a'), KILL, done('a'), got('a'), got('b'))).toEqual({ ...NONE, redone: 1 })
  })

  it('finds what never came to an end', () => {
    check.unfinished('a', 'is dead')
    expect(check.verdict([got('a'), got('b')])).toMatchObject({
      unfinished: 1,
      details: ['unfinished a is dead'],
    })
  })
})
