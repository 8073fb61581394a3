import { describe, expect, it } from 'vitest'
import { millionPlan } from './plan.mjs'

describe('millionPlan', () => {
  it('is a million events in a thousand sessions', () => {
    const plan = millionPlan()
    expect(plan).toHaveLength(1000)
    expect(new Set(plan.map(({ name }) => name)).size).toBe(1000)
    expect(plan.reduce((sum, { events }) => sum + events, 0)).toBe(1_000_000)
    expect(Math.min(...plan.map(({ events }) => events))).toBeGreaterThan(800)
  })
})
