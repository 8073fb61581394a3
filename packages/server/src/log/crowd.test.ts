import { describe, expect, it } from 'vitest'
import { Crowd } from './crowd.js'

/** Whether each of these moments is in a crowd, of 100 a second or more. */
const crowded = (moments: number[]) => {
  const crowd = new Crowd(100)
  return moments.map((at) => crowd.joins(at))
}
const evenly = (count: number, from: number, stepMs: number) =>
  Array.from({ length: count }, (_, index) => from + index * stepMs)

describe('crowd', () => {
  it('is none before it is known how many come', () => {
    expect(crowded(evenly(50, 1000, 1))).not.toContain(true)
  })

  it('is one while so many come, from the next moments on', () => {
    expect(crowded(evenly(40, 1000, 5)).indexOf(true)).toBe(20)
    expect(crowded(evenly(40, 1000, 10)).indexOf(true)).toBe(10)
  })

  it('is none where fewer come', () => {
    expect(crowded(evenly(100, 1000, 20))).not.toContain(true)
  })

  it('is over when nobody came for a while', () => {
    expect(crowded([...evenly(40, 1000, 5), 1400]).at(-1)).toBe(false)
  })
})
