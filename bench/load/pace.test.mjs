import { describe, expect, it } from 'vitest'
import { Pace } from './pace.mjs'

/** @param {Pace} pace @param {number} now */
function allDue(pace, now) {
  const due = []
  for (let next = pace.next(now); next !== undefined; next = pace.next(now)) due.push(next)
  return due
}

describe('Pace', () => {
  it('is steady, and early for nothing', () => {
    const pace = new Pace(1000, 5000)
    expect(allDue(pace, 4999)).toEqual([])
    expect(allDue(pace, 5000)).toEqual([5000])
    expect(allDue(pace, 6999)).toEqual([6000])
  })

  it('catches up with the times events were due', () => {
    const pace = new Pace(1000, 0)
    expect(allDue(pace, 3500)).toEqual([0, 1000, 2000, 3000])
    expect(allDue(new Pace(300, 0), 1e6)).toHaveLength(301)
  })
})
