import { expect, it } from 'vitest'
import { exactCost, percent, tokenCount } from './amounts.js'

it('says counts as people do', () => {
  expect([0, 940, 9999, 12_500, 123_456, 1_250_000].map(tokenCount)).toEqual([
    '0',
    '940',
    '9,999',
    '12.5k',
    '123k',
    '1.2M',
  ])
})

it('says what something costs, to where it matters', () => {
  expect([0, 20, 4800, 1_234_567].map(exactCost)).toEqual(['$0', 'under $0.0001', '$0.0048', '$1.23'])
})

it('says parts honestly', () => {
  expect(percent(0, 100)).toBe('0 %')
  expect(percent(1, 1000)).toBe('under 1 %')
  expect(percent(3020, 200_000)).toBe('1.5 %')
  expect(percent(999, 1000)).toBe('99 %')
  expect(percent(1000, 1000)).toBe('100 %')
  expect(percent(1500, 1000)).toBe('150 %')
  expect(percent(5, 0)).toBe('0 %')
})
