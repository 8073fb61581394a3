import { expect, it } from 'vitest'
import { sentence } from './sentence.js'

it.each([
  ['not found', 'not found.'],
  ['The body is too long.', 'The body is too long.'],
  ['Is it?', 'Is it?'],
  ['two\nlines', 'two lines.'],
  ['', '.'],
])('makes of %j %j', (said, told) => {
  expect(sentence(said)).toBe(told)
})
