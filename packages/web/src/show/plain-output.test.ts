import { expect, it } from 'vitest'
import { plainOutput } from './plain-output.js'

it.each([
  ['colours', '\u001b[32m✓\u001b[0m ok\r\n', '✓ ok'],
  ['a line that is written over', '10 %\r90 %\ndone', '90 %\ndone'],
  ['a line that ends with a return', 'a\r\r\nb', 'a\nb'],
  ['lines', 'a\n\nb\n\n', 'a\n\nb'],
])('%s', (_what, text, expected) => {
  expect(plainOutput(text)).toBe(expected)
})

it('is the end of what is long', () => {
  const lines = plainOutput(Array.from({ length: 9000 }, (_, at) => `line ${at}`).join('\n')).split('\n')
  expect(lines).toHaveLength(200)
  expect(lines.at(-1)).toBe('line 8999')
})
