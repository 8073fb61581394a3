import { expect, it } from 'vitest'
import { shortAge } from './short-age.js'

it.each([
  [-5000, 'now'],
  [59_999, 'now'],
  [60_000, '1 m'],
  [3_599_999, '59 m'],
  [3_600_000, '1 h'],
  [86_399_999, '23 h'],
  [86_400_000, '1 d'],
  [864_000_000, '10 d'],
])('%d ms → %s', (ms, expected) => {
  expect(shortAge(ms)).toBe(expected)
})
