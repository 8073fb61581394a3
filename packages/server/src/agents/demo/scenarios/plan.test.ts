import { expect, it } from 'vitest'
import { play } from '../testing.js'

const step = (stepId: string, status: string) => ({ stepId, status })

it('is made, begun, revised, and played to its end with one step left out', async () => {
  const { ear } = await play('demo:plan')
  const told = ear.heard.filter(({ type }) => type.startsWith('plan_'))
  expect(told.map(({ type, data }) => [type, data])).toMatchObject([
    [
      'plan_created',
      { steps: [{ status: 'pending' }, { status: 'pending' }, { status: 'pending' }, { status: 'pending' }] },
    ],
    ['plan_step_started', step('step-0', 'in_progress')],
    ['plan_step_completed', step('step-0', 'completed')],
    [
      'plan_revised',
      { reason: 'There is a token store already.', steps: [{ status: 'completed' }, {}, {}, {}] },
    ],
    ['plan_step_started', step('step-1', 'in_progress')],
    ['plan_step_completed', step('step-1', 'completed')],
    ['plan_step_completed', step('step-2', 'skipped')],
    ['plan_step_started', step('step-3', 'in_progress')],
    ['plan_step_completed', step('step-3', 'completed')],
  ])
  expect(new Set(told.map(({ data }) => data.planId)).size).toBe(1)
})
