import { describe, expect, it } from 'vitest'
import { backOff } from './back-off.js'

describe('backOff', () => {
  it('doubles from half a second', () => {
    expect([0, 1, 2, 3].map((attempt) => backOff(attempt, 1))).toEqual([500, 1000, 2000, 4000])
  })

  it('stays between half and all of the step', () => {
    expect(backOff(2, 0)).toBe(1000)
    expect(backOff(2, 0.5)).toBe(1500)
  })

  it('never waits longer than fifteen seconds, however often it failed', () => {
    expect(backOff(5, 1)).toBe(15_000)
    expect(backOff(10_000, 1)).toBe(15_000)
  })
})
