import { expect, it } from 'vitest'
import { shortDuration } from './duration.js'

it.each([
  [Number.NaN, '0 s'],
  [-5, '0 s'],
  [0, '0 s'],
  [0.4, '1 ms'],
  [340, '340 ms'],
  [1000, '1 s'],
  [4260, '4.2 s'],
  [59_999, '59 s'],
  [60_000, '1 m 00 s'],
  [125_000, '2 m 05 s'],
  [12_000_000, '3 h 20 m'],
  [187_200_000, '2 d 4 h'],
])('%d ms → %s', (ms, expected) => {
  expect(shortDuration(ms)).toBe(expected)
})
