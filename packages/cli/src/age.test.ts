import { expect, it } from 'vitest'
import { duration } from './age.js'

it.each([
  [-5, '0 s'],
  [0, '0 s'],
  [999, '0 s'],
  [12_400, '12 s'],
  [60_000, '1 min'],
  [3_599_999, '59 min'],
  [3_600_000, '1 h'],
  [86_400_000 * 3, '3 d'],
])('%i ms: %s', (ms, said) => {
  expect(duration(ms)).toBe(said)
})
