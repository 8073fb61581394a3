import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Published } from '../log/log.js'
import { Pace, type PaceOptions } from './pace.js'

function paced(crowdPerSecond = 40, more: Partial<PaceOptions> = {}) {
  const clock = { ms: 5_000 }
  let publish: (events: Published[]) => void = () => {}
  const pace = new Pace(
    {
      onPublish(listener) {
        publish = listener
      },
    },
    { clock: () => clock.ms, crowdPerSecond, share: 0.1, ...more },
  )
  const come = (count: number, via = 'notify') =>
    publish(Array.from({ length: count }, () => ({ source: { agent: 'x', via } }) as Published))
  return { clock, pace, come }
}

describe('a crowd', () => {
  it('is when many came in this moment or the one before', () => {
    const { clock, pace, come } = paced()
    expect(pace.crowded).toBe(false)
    come(5)
    expect(pace.crowded).toBe(false)
    come(5)
    expect(pace.crowded).toBe(true)
    clock.ms += 250
    expect(pace.crowded).toBe(true)
    clock.ms += 250
    expect(pace.crowded).toBe(false)
  })

  it('is also when not so many came, but again and again many together', () => {
    const { clock, pace, come } = paced(1_000)
    for (const count of [7, 7, 7, 8]) come(count)
    expect(pace.crowded).toBe(false)
    clock.ms += 600
    come(8)
    expect(pace.crowded).toBe(true)
    clock.ms += 300
    expect(pace.crowded).toBe(true)
    clock.ms += 200
    expect(pace.crowded).toBe(false)
    come(9)
    expect(pace.crowded).toBe(true)
  })

  it('is over when nothing came for a while, however much came before', () => {
    const { clock, pace, come } = paced()
    come(1_000)
    clock.ms += 10_000
    expect(pace.crowded).toBe(false)
  })

  it('is none of what flows do themselves', () => {
    const { pace, come } = paced()
    come(1_000, 'flow')
    expect(pace.crowded).toBe(false)
  })
})

describe('rest', () => {
  it('is a turn of the loop where nobody waits, and as much longer than the work as the share says where somebody does', async () => {
    const slept: number[] = []
    const sleep = async (ms: number) => void slept.push(ms)
    const { pace, come } = paced(40, { sleep })
    let turned = false
    setImmediate(() => {
      turned = true
    })
    await pace.rest(1_000)
    expect([turned, slept]).toEqual([true, []])
    come(100)
    await pace.rest(3)
    await pace.rest(1_000)
    expect(slept).toEqual([30, 1_000])
  })

  it('takes its time', async () => {
    const { pace, come } = paced()
    come(100)
    const begun = performance.now()
    await pace.rest(3)
    expect(performance.now() - begun).toBeGreaterThanOrEqual(29)
  })

  it('ends when the gateway stops', async () => {
    const sleep = (_ms: number, signal: AbortSignal) => setTimeout(3_600_000, undefined, { signal })
    const { pace, come } = paced(40, { sleep })
    come(100)
    const resting = pace.rest(1_000)
    pace.close()
    await resting
    await pace.rest(1_000)
  })
})
