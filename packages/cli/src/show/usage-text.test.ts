import { describe, expect, it } from 'vitest'
import { count, dollars, usageParts } from './usage-text.js'

it.each([
  [0, '0'],
  [940, '940'],
  [1000, '1k'],
  [12_540, '12.5k'],
  [1_250_000, '1.3M'],
])('count %i: %s', (number, text) => {
  expect(count(number)).toBe(text)
})

it.each([
  [0, '$0.00'],
  [45_000, '$0.0450'],
  [2_100, '$0.0021'],
  [1_230_000, '$1.23'],
])('%i micro-dollars: %s', (micro, text) => {
  expect(dollars(micro)).toBe(text)
})

describe('usageParts', () => {
  const usage = {
    model: 'demo-1',
    provider: 'x',
    inputTokens: 2600,
    outputTokens: 420,
    cachedTokens: null,
    costMicroDollars: 4800,
  }

  it('says what was told and nothing else', () => {
    expect(usageParts(usage)).toEqual(['2.6k in', '420 out', '$0.0048', 'demo-1'])
    expect(usageParts(undefined)).toEqual([])
  })

  it('trusts no name of a model', () => {
    expect(usageParts({ ...usage, model: 'a\u001b]0;x\u0007b' }).at(-1)).toBe('ab')
  })
})
