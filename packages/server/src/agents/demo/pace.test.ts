import { expect, it } from 'vitest'
import { realPace } from './pace.js'

const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length

it('is cut by its signal and leaves no timer', async () => {
  const before = timers()
  const cut = new AbortController()
  const asleep = realPace.sleep(3_600_000, cut.signal)
  expect(timers()).toBe(before + 1)
  cut.abort()
  await expect(asleep).rejects.toThrow()
  expect(timers()).toBe(before)
})

it('refuses to begin when the signal has come', async () => {
  await expect(realPace.sleep(1, AbortSignal.abort())).rejects.toThrow()
})

it('sleeps, and breathes so that others come to their turn', async () => {
  await realPace.sleep(1, new AbortController().signal)
  let others = false
  setImmediate(() => {
    others = true
  })
  await realPace.breathe()
  expect(others).toBe(true)
})
