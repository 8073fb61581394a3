import { describe, expect, it } from 'vitest'
import { CallTimes } from './call-times.mjs'

/** @param {...[kind: number, micros: number, times?: number]} calls */
function timesOf(...calls) {
  const times = new CallTimes()
  for (const [kind, micros, count = 1] of calls) for (let n = 0; n < count; n += 1) times.add(kind, micros)
  return times
}

describe('the time many calls took', () => {
  it('is what each took, summed up', () => {
    const times = timesOf([1, 3, 2], [7, 100])
    expect([times.count, times.total()]).toEqual([3, 106])
  })

  it('is not what some of them waited', () => {
    expect(timesOf([1, 5, 600], [1, 8000, 400]).total()).toBe(5000)
  })

  it('is that of each kind: a few calls that always take long count in full', () => {
    expect(timesOf([1, 5, 900], [2, 500, 3]).total()).toBe(6000)
  })

  it('of none is none', () => {
    expect([new CallTimes().count, new CallTimes().total()]).toEqual([0, 0])
  })
})
