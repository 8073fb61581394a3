import { expect, it } from 'vitest'
import { shortWait } from './short-wait.js'

it.each([
  [-5, '0 s'],
  [0, '0 s'],
  [999, '0 s'],
  [8_400, '8 s'],
  [60_000, '1 min'],
  [200_000, '3 min 20 s'],
  [7_500_000, '2 h 5 min'],
  [90_000_000, '1 d 1 h'],
])('%i ms is %s', (ms, said) => {
  expect(shortWait(ms)).toBe(said)
})
