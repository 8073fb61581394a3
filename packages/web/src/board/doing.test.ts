import fc from 'fast-check'
import { expect, it } from 'vitest'
import { doing } from './doing.js'

it.each([
  ['Edit: auth.ts', 'Editing auth.ts'],
  ['Bash: npm test', 'Running npm test'],
  ['bash: echo a: b', 'Running echo a: b'],
  ['read_file: cart.ts', 'Reading cart.ts'],
  ['Grep: needle', 'Searching for needle'],
  ['Task: look around', 'Task: look around'],
  ['constructor: x', 'constructor: x'],
  ['Bash', 'Bash'],
  ['Bash: \u001b[31mrm\u202e', 'Running rm'],
  ['', ''],
])('%j is %j', (action, said) => {
  expect(doing(action)).toBe(said)
})

it('bears any text and leaves nothing that acts', () => {
  fc.assert(
    fc.property(fc.string(), (action) => {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
      expect(doing(action)).not.toMatch(/[\u0000-\u001f\u202a-\u202e]/)
    }),
  )
})
