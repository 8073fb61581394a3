import { describe, expect, it } from 'vitest'
import { sampler } from './cpu-time.mjs'

/** Uses about this much CPU. @param {number} micros */
function busy(micros) {
  const before = process.cpuUsage()
  for (let used = 0; used < micros; ) {
    const { user, system } = process.cpuUsage(before)
    used = user + system
  }
}

describe('a sample', () => {
  it('is the CPU of one run', () => {
    const micros = sampler(() => busy(20_000))()
    expect(micros).toBeGreaterThanOrEqual(20_000)
    expect(micros).toBeLessThan(60_000)
  })

  it('of something quick is made of many runs', () => {
    let runs = 0
    const take = sampler(() => {
      runs += 1
      busy(200)
    })
    runs = 0
    const micros = take()
    expect(runs).toBeGreaterThanOrEqual(5)
    expect(micros).toBeGreaterThanOrEqual(200)
  })

  it('has an end also where there is nothing to do', () => {
    expect(sampler(() => {})()).toBeGreaterThan(0)
  })
})
