import { expect, it } from 'vitest'
import type { RecentEvent } from '../flow-api.js'
import { recentWords } from './recent-words.js'

const NOW = new Date(2026, 0, 28, 18, 0, 0).getTime()
const at = (day: number) => new Date(2026, 0, day, 9, 5, 7).toISOString()
const event: RecentEvent = {
  ...{ id: 'e1', type: 'notify_new_plan', session_id: 'Codex 1', timestamp: at(28), summary: 'Routes' },
}
const words = (more: Partial<RecentEvent> = {}) => recentWords({ ...event, ...more }, 'notify_new_plan', NOW)

it.each<[string, Partial<RecentEvent>, string]>([
  ['today', {}, '09:05:07 Codex 1: Routes'],
  ['on another day', { timestamp: at(27) }, '2026-01-27 09:05:07 Codex 1: Routes'],
  ['at no time', { timestamp: '' }, 'Codex 1: Routes'],
  ['with its notify type', { notify_type: 'plan-new' }, '09:05:07 Codex 1: plan-new · Routes'],
  ['of another type', { type: 'notify_finish', summary: '' }, '09:05:07 Codex 1: notify_finish'],
  ['that says nothing', { summary: '' }, '09:05:07 Codex 1'],
  ['that is hostile', { summary: '\u001b[31mred\u202e' }, '09:05:07 Codex 1: red'],
])('an event %s', (_what, more, expected) => {
  expect(words(more)).toBe(expected)
})
