import type { SessionStatus } from '@signalbox/protocol'
import { expect, it } from 'vitest'
import { summary } from './summary.js'

it.each<[SessionStatus[], number, string]>([
  [[], 0, 'Nothing needs you'],
  [['ready', 'inactive'], 0, 'Nothing needs you'],
  [['running', 'ready'], 0, '1 working'],
  [['waiting', 'running', 'running'], 1, '1 needs you · 2 working'],
  [['waiting', 'waiting'], 2, '2 need you'],
])('%j', (statuses, count, text) => {
  expect(summary(statuses.map((status) => ({ status })))).toEqual({ count, text })
})
