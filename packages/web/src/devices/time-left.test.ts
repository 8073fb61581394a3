import { expect, it } from 'vitest'
import { timeLeft } from './time-left.js'

it.each([
  [600_000, '10:00'],
  [599_001, '10:00'],
  [59_000, '0:59'],
  [1, '0:01'],
  [0, ''],
  [-1, ''],
  [Number.NaN, ''],
])('%d ms is %j', (ms, text) => {
  expect(timeLeft(ms)).toBe(text)
})
