import { expect, it } from 'vitest'
import { costText } from './cost-text.js'

it.each([
  [0, '$0.00'],
  [-1, '$0.00'],
  [Number.NaN, '$0.00'],
  [1, '< $0.01'],
  [9_999, '< $0.01'],
  [31_800, '$0.03'],
  [1_250_000, '$1.25'],
  [12_345_678_900, '$12,346'],
])('%d is %s', (micro, text) => {
  expect(costText(micro)).toBe(text)
})
