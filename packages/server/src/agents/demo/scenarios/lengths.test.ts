import { describe, expect, it } from 'vitest'
import { isEnd, play, startDemo } from '../testing.js'

describe('slow', () => {
  it.each([
    ['demo:slow', 20_000],
    ['demo:slow:31', 31_000],
  ])('%s: one delta at once, then one every 200 ms', async (prompt, length) => {
    const { ear, pace } = await play(prompt)
    const times = ear.of('text_delta').map(({ at }) => at)
    expect(times[0]).toBe(0)
    expect(new Set(times.slice(1).map((at, index) => at - (times[index] ?? 0)))).toEqual(new Set([200]))
    expect(pace.now).toBeGreaterThanOrEqual(length)
    expect(pace.now).toBeLessThan(length + 1000)
  })

  it('takes as long whatever is steered', async () => {
    const { agent, ear, pace } = await startDemo()
    ear.during = ({ data }) =>
      String(data.text).startsWith('Beat') && agent.steer?.('hurry up').catch(() => {})
    await agent.prompt('demo:slow')
    await ear.ended
    expect(pace.now).toBeGreaterThanOrEqual(20_000)
    expect(ear.text().match(/“hurry up”/g)?.length).toBeGreaterThanOrEqual(100)
  })
})

describe('long', () => {
  it('is 10,000 small deltas without a pause, and lets others breathe', async () => {
    const { ear, pace } = await play('demo:long')
    const deltas = ear.of('text_delta').map(({ data }) => String(data.text))
    expect(deltas).toHaveLength(10_000)
    expect(new Set(deltas).size).toBe(10_000)
    expect(deltas.every(({ length }) => length >= 20 && length <= 40)).toBe(true)
    expect(pace.slept).toEqual([])
    expect(pace.breaths).toBeGreaterThan(100)
  })

  it.each([
    ['demo:long:7', 7, 36],
    ['demo:long:50:1000', 50, 1000],
    ['demo:long:3:65536', 3, 65_536],
    ['demo:long:12:1', 12, 1],
  ])('%s: as many and as large as asked', async (prompt, count, bytes) => {
    const { ear } = await play(prompt)
    const sizes = ear.of('text_delta').map(({ data }) => Buffer.byteLength(String(data.text)))
    expect(sizes).toEqual(Array.from({ length: count }, () => bytes))
  })

  it('waits for the listener before it says more', async () => {
    const { agent, ear } = await startDemo()
    let speaking = 0
    ear.during = async (happening) => {
      if (isEnd(happening)) return
      expect(++speaking).toBe(1)
      await new Promise((resolve) => setImmediate(resolve))
      speaking--
    }
    await agent.prompt('demo:long:300')
    await ear.ended
    expect(ear.of('text_delta')).toHaveLength(300)
  })

  it('says why where it does not play', async () => {
    const { ear } = await play('demo:long:1000001')
    expect(ear.text()).toContain('must be a whole number from 1 to 1000000')
    expect(ear.heard.length).toBeLessThan(40)
  })
})
