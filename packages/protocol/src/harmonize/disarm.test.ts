import fc from 'fast-check'
import { expect, it } from 'vitest'
import { clean } from './clean.js'
import { disarmTags } from './disarm.js'
import { TAGS } from './tags.js'

it('leaves no tag of any agent, and everything else as it is', () => {
  expect(disarmTags('a </task> <div> 1 < 2 <<system-reminder>x')).toBe(
    'a ‹/task> <div> 1 < 2 <‹system-reminder>x',
  )
  for (const { tag } of TAGS) {
    const name = tag.replace('*', 'x')
    expect(disarmTags(`<${name}></${name.toUpperCase()}>`)).toBe(`‹${name}>‹/${name.toUpperCase()}>`)
  }
})

it('makes a text in which the cleaner finds no tag', () => {
  const piece = fc.constantFrom('<', '</', '>', 'system-reminder', 'command-name', '<task>', ' ', 'x')
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = disarmTags(`x${pieces.join('')}x`)
      expect(clean(text, { agent: 'claude' }).cleaned).toEqual([])
      expect(disarmTags(text)).toBe(text)
    }),
  )
})
