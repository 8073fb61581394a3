import { expect, it } from 'vitest'
import { agoText, shortWait } from './short-wait.js'

it.each([
  [-5, '0 s'],
  [0, '0 s'],
  [999, '0 s'],
  [8_400, '8 s'],
  [200_000, '3 m 20 s'],
])('%i ms is %s', (ms, said) => {
  expect(shortWait(ms)).toBe(said)
})

it('says what was a moment ago as just now', () => {
  expect([agoText(-20), agoText(999), agoText(4000)]).toEqual(['just now', 'just now', '4 s ago'])
})
