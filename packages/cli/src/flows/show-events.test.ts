import { expect, it } from 'vitest'
import { displayWidth } from '../terminal/display-width.js'
import { paintFor } from '../terminal/paint.js'
import type { RecentEvent } from './flow-api.js'
import { eventLines } from './show-events.js'

const event = (more: Partial<RecentEvent> = {}): RecentEvent => ({
  id: '01994f3a-0000-7000-8000-0000deadbeef',
  type: 'notify_new_plan',
  session_id: 'Codex 1',
  timestamp: '2026-01-28T20:18:00Z',
  summary: 'Route events',
  ...more,
})
const lines = (list: RecentEvent[], width = 200) =>
  eventLines(list, { paint: paintFor(false), width: () => width }, Date.parse('2026-01-28T20:20:00Z'))

it('says which events there are, with ids to test with', () => {
  expect(lines([event()])).toEqual([
    'ID                                    AGE    TYPE             SESSION  SUMMARY',
    '01994f3a-0000-7000-8000-0000deadbeef  2 min  notify_new_plan  Codex 1  Route events',
  ])
  expect(lines([])).toEqual(['There are none.'])
})

it('fits 80 columns with whole ids', () => {
  const [, line = ''] = lines(
    [event({ type: 'x'.repeat(60), session_id: 'y'.repeat(60), summary: '漢\u001b[31m'.repeat(60) })],
    80,
  )
  expect(displayWidth(line)).toBeLessThanOrEqual(80)
  expect(line).toMatch(/^01994f3a-0000-7000-8000-0000deadbeef {2}2 min {2}/)
})
