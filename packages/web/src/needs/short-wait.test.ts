import { expect, it } from 'vitest'
import { shortWait } from './short-wait.js'

it.each([
  [-5, '0 s'],
  [0, '0 s'],
  [999, '0 s'],
  [8_400, '8 s'],
  [200_000, '3 m 20 s'],
])('%i ms is %s', (ms, said) => {
  expect(shortWait(ms)).toBe(said)
})
