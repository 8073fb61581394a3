import fc from 'fast-check'
import { expect, it } from 'vitest'
import { goDuration } from './go-duration.js'

it.each([
  ['2s', 2_000],
  ['500ms', 500],
  ['1.5s', 1_500],
  ['.5s', 500],
  ['1.s', 1_000],
  ['1m', 60_000],
  ['1m30s', 90_000],
  ['1h2m3s4ms', 3_723_004],
  ['0s', 0],
])('%s is %i ms', (text, ms) => {
  expect(goDuration(text)).toBe(ms)
})

it.each(['', '2', 's', '2 s', '-2s', '2S', '2s ', '1s2', '1d', '٢s', '1e3s', '1.5.5s', '.s', 'soon'])(
  '%j is none',
  (text) => {
    expect(goDuration(text)).toBeUndefined()
  },
)

it('is the sum of its parts, whatever they are, and never fails', () => {
  const part = fc.tuple(fc.nat(10_000), fc.constantFrom('ms', 's', 'm', 'h'))
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
      const texts = parts.map(([number, unit]) => `${number}${unit}`)
      const sum = texts.reduce((ms, text) => ms + (goDuration(text) ?? Number.NaN), 0)
      expect(goDuration(texts.join(''))).toBe(sum)
    }),
  )
  fc.assert(fc.property(fc.string(), (text) => ['number', 'undefined'].includes(typeof goDuration(text))))
})
