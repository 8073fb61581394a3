import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isTooDeep } from './json-body.js'

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

it('counts what JSON.parse would nest', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), fc.nat(8), (text, max) => {
      expect(isTooDeep(text, max)).toBe(depthOf(JSON.parse(text)) > max)
    }),
  )
})

it('is not misled by brackets in strings', () => {
  expect(isTooDeep(JSON.stringify('['.repeat(100)))).toBe(false)
  expect(isTooDeep(JSON.stringify({ a: '"[[\\', b: ['\\"[['] }), 2)).toBe(false)
  expect(isTooDeep('"unfinished [[[[ \\', 1)).toBe(false)
})

it('bears any text', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void isTooDeep(text)))
  expect(isTooDeep('['.repeat(1 << 20))).toBe(true)
  expect(isTooDeep(']['.repeat(1 << 19))).toBe(false)
})
