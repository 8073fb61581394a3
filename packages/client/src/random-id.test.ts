import { expect, it } from 'vitest'
import { randomId } from './random-id.js'

it('is a uuid of version 4', () => {
  expect(randomId(Math.random)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
})

it('depends on chance alone, every digit of it', () => {
  const sixteenths = Array.from({ length: 30 }, (_, n) => (n % 16) / 16)
  expect(randomId(() => sixteenths.shift() ?? 0)).toBe('01234567-89ab-4cde-8f01-23456789abcd')
  expect(randomId(() => 0.999)).toBe('ffffffff-ffff-4fff-8fff-ffffffffffff')
})

it('is never the same twice', () => {
  expect(new Set(Array.from({ length: 10_000 }, () => randomId(Math.random))).size).toBe(10_000)
})
