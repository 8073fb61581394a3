import { expect, it } from 'vitest'
import { elapsed } from './elapsed.js'

it.each([
  [-5_000, '0 s'],
  [0, '0 s'],
  [59_999, '59 s'],
  [60_000, '1 m'],
  [7_200_000, '2 h'],
  [172_800_000, '2 d'],
])('%d ms is %s', (ms, text) => {
  expect(elapsed(ms)).toBe(text)
})
