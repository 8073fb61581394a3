import { expect, it } from 'vitest'
import { choice } from './choice.js'

it('takes one of a few words, and names them otherwise', () => {
  expect(choice({ mode: 'b' }, 'mode', ['a', 'b'])).toBe('b')
  expect(choice({}, 'mode', ['a', 'b'])).toBeUndefined()
  expect(() => choice({ mode: 'c' }, 'mode', ['a', 'b'])).toThrow('--mode is one of a, b, not "c".')
})
