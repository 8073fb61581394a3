import { expect, it } from 'vitest'
import { clockTime, dayOf } from './clock-time.js'

it('says time and day where the reader is', () => {
  const ts = new Date(2026, 0, 8, 9, 5, 7).getTime()
  expect(clockTime(ts)).toBe('09:05:07')
  expect(dayOf(ts)).toBe('2026-01-08')
})
