import { expect, it } from 'vitest'
import { isSame } from './is-same.js'

it.each([
  [undefined, false],
  ['"a"', true],
  ['W/"a"', true],
  ['"x", W/"a" , "y"', true],
  ['*', true],
  ['"ab"', false],
  ['a', false],
  ['', false],
])('If-None-Match: %s', (held, same) => {
  expect(isSame({ headers: held === undefined ? {} : { 'if-none-match': held } }, '"a"')).toBe(same)
})
