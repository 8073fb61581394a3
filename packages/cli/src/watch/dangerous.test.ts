import fc from 'fast-check'
import { expect, it } from 'vitest'
import { markDangerous } from './dangerous.js'

const marked = (line: string) =>
  markDangerous(line)
    .filter(({ style }) => style === 'dangerous')
    .map(({ text }) => text)

it.each([
  ['sudo rm -rf build', ['sudo', 'rm', '-rf']],
  ['git push --force', ['push', '--force']],
  ['npm publish && git reset --hard', ['publish', 'reset', '--hard']],
  ['echo farm; ls pushing --forced', []],
  ['DROP TABLE users', ['DROP']],
  ['npm test', []],
])('%s', (line, words) => {
  expect(marked(line)).toEqual(words)
})

it('marks, and changes nothing', () => {
  fc.assert(
    fc.property(fc.string(), (line) => {
      expect(
        markDangerous(line)
          .map(({ text }) => text)
          .join(''),
      ).toBe(line)
    }),
  )
})
