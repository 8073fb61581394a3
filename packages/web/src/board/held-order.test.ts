import { expect, it } from 'vitest'
import { heldOrder } from './held-order.js'
import { sessionMeta } from './session-meta.fixture.js'

it('changes rows in place, lets removed ones go and new ones wait', () => {
  const sorted = [
    sessionMeta('new', { status: 'waiting' }),
    sessionMeta('b', { status: 'running' }),
    sessionMeta('a'),
  ]
  const { shown, waiting } = heldOrder(sorted, ['a', 'gone', 'b'])
  expect(shown.map(({ id, status }) => `${id} ${status}`)).toEqual(['a ready', 'b running'])
  expect(waiting).toBe(1)
})
