import { expect, it } from 'vitest'
import { isSettled } from './settled.js'

it.each([
  ['', 'a', true],
  ['ab', 'ab', true],
  ['ab', 'abc', true],
  ['ab', 'b', false],
  ['ab', 'xab', false],
  ['ab', '', false],
])('from "%s" to "%s": %s', (before, now, settled) => {
  expect(isSettled([...before], [...now])).toBe(settled)
})
