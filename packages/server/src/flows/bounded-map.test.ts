import fc from 'fast-check'
import { expect, it } from 'vitest'
import { BoundedMap } from './bounded-map.js'

it('forgets what was set longest ago, and nothing else', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 9 })), fc.integer({ min: 1, max: 5 }), (keys, most) => {
      const map = new BoundedMap<number, number>(most)
      for (const [at, key] of keys.entries()) map.set(key, at)
      const newest = [...new Set(keys.toReversed())].slice(0, most)
      expect(map.size).toBe(newest.length)
      for (const key of newest) expect(map.get(key)).toBe(keys.lastIndexOf(key))
    }),
  )
})

it('lets go of what is deleted', () => {
  const map = new BoundedMap<string, number>(2)
  map.set('a', 1)
  map.delete('a')
  expect(map.get('a')).toBeUndefined()
  expect(map.size).toBe(0)
})
