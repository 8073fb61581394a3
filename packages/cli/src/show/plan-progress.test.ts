import { expect, it } from 'vitest'
import { PlanProgress } from './plan-progress.js'

const STEPS = [
  { id: 'a', title: 'Read', status: 'completed' as const },
  { id: 'b', title: 'Write\u001b[31m', status: 'in_progress' as const },
  { id: 'c', title: 'Migrate', status: 'skipped' as const },
  { id: 'd', title: 'Check', status: 'pending' as const },
]

it('shows how far each step is', () => {
  const plan = new PlanProgress()
  expect(plan.made({ planId: 'p', title: ' Move\nlogin ', steps: STEPS })).toEqual([
    '✓ Read',
    '▸ Write',
    '– Migrate',
    '○ Check',
  ])
  expect(plan.title).toBe('Move login')
})

it('says which of how many a step is, also after the plan changed', () => {
  const plan = new PlanProgress()
  plan.made({ planId: 'p', title: '', steps: STEPS })
  expect(plan.step({ stepId: 'd', title: 'Check' })).toBe('4/4 Check')
  plan.made({ planId: 'p', title: '', steps: STEPS.slice(2) })
  expect(plan.step({ stepId: 'd', title: 'Check' })).toBe('2/2 Check')
  expect(plan.title).toBe('Plan')
})

it('lives with a step nobody planned', () => {
  expect(new PlanProgress().step({ stepId: 'x', title: 'Surprise' })).toBe('Surprise')
})
