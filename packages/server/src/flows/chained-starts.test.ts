import { describe, expect, it } from 'vitest'
import { ChainedStarts, MAX_A_MINUTE } from './chained-starts.js'

describe('what flows begin because of each other', () => {
  it('is so much in a minute, of each trigger, and the first that is too much is known', () => {
    let now = 0
    const starts = new ChainedStarts(() => now)
    const begin = (trigger: string, count: number) =>
      Array.from({ length: count }, () => starts.begin(trigger)).filter((said) => said !== 'begin')
    expect(begin('a', MAX_A_MINUTE)).toEqual([])
    now += 59_999
    expect(begin('a', 2)).toEqual(['first too many', 'too many'])
    expect(begin('b', 1)).toEqual([])
    now += 1
    expect(begin('a', MAX_A_MINUTE + 1)).toEqual(['first too many'])
  })
})
