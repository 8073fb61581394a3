import { expect, it } from 'vitest'
import { limitOf } from './limit-of.js'

const of = (limit?: string) => limitOf(limit === undefined ? {} : { limit }, { usual: 20, most: 100 })

it('is what was said, else the usual', () => {
  expect([of(), of('1'), of('100')]).toEqual([20, 1, 100])
})

it.each(['', '0', '101', '-1', '1.5', '1e1', 'all', '9999999'])('is not %j', (limit) => {
  expect(() => of(limit)).toThrow(`--limit takes 1 to 100, not "${limit}".`)
})
