import { describe, expect, it } from 'vitest'
import { planOf, withStep } from './plan.js'
import { DRIVEN, happens, tell } from './story.fixture.js'

const PLAN = {
  planId: 'p',
  title: 'Move',
  steps: [
    { id: 'a', title: 'Read', status: 'pending' as const },
    { id: 'b', title: 'Write', description: 'all of it', status: 'pending' as const },
  ],
}

describe('the plan', () => {
  it('is the one told last', () => {
    const revised = { planId: 'p2', title: 'Other', steps: [], reason: 'because' }
    const made = tell([happens('plan_created', PLAN)], DRIVEN)
    expect(made.state.plan).toEqual(PLAN)
    const { state } = tell([happens('plan_revised', revised)], made.state)
    expect(state.plan).toEqual({ planId: 'p2', title: 'Other', steps: [] })
  })

  it('moves step by step, outside of turns as well', () => {
    const step = (type: 'plan_step_started' | 'plan_step_completed', stepId: string, status: string) =>
      happens(type, { planId: 'p', stepId, title: '', status })
    const { state } = tell(
      [
        happens('plan_created', PLAN),
        step('plan_step_started', 'a', 'in_progress'),
        step('plan_step_completed', 'a', 'skipped'),
        step('plan_step_started', 'b', 'odd'),
      ],
      DRIVEN,
    )
    expect(state.plan?.steps.map(({ status }) => status)).toEqual(['skipped', 'in_progress'])
  })

  it.each([
    ['another plan', { planId: 'x', stepId: 'a', status: 'completed' }],
    ['another step', { planId: 'p', stepId: 'x', status: 'completed' }],
    ['nothing', {}],
  ])('stays as it is when a step of %s is told', (_what, data) => {
    expect(withStep(PLAN, data, 'completed')).toBe(PLAN)
    expect(withStep(null, data, 'completed')).toBeNull()
  })

  it('is made of what can be read', () => {
    expect(
      planOf({ planId: 7, steps: [null, 'x', [], { title: 'A', status: 'done' }, { id: 'b' }] }),
    ).toEqual({
      planId: '7',
      title: '',
      steps: [
        { id: 'step-3', title: 'A', status: 'pending' },
        { id: 'b', title: '', status: 'pending' },
      ],
    })
    expect(planOf({})).toEqual({ planId: '', title: '', steps: [] })
  })
})
