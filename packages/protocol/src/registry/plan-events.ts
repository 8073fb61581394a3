import { s } from '../schema.js'
import { chapter, row } from './row.js'
import { marked, planFields } from './shapes.js'
import { TWINS } from './twins.js'

const session = ['session'] as const
const step = { planId: s.string(), stepId: s.string(), title: s.string() }
const planId = '01994f3a-0000-7000-8000-000000000040'

export const planEvents = chapter({
  id: 'plan',
  title: 'Plans',
  about: 'What the agent means to do, step by step, and how far it is.',
  rows: {
    plan_created: row({
      dot: TWINS.plan_created,
      kind: 'durable',
      scopes: session,
      turn: 'optional',
      clean: ['title', 'steps[].title'],
      data: s.object({ ...planFields, ...marked }),
      description: 'The agent made a plan.',
      example: {
        planId,
        title: 'Move login to tokens',
        steps: [
          { id: 'step-0', title: 'Read the session code', status: 'pending' },
          {
            id: 'step-1',
            title: 'Write the token store',
            description: 'With expiry and revocation',
            status: 'pending',
          },
        ],
      },
    }),
    plan_step_started: row({
      dot: TWINS.plan_step_started,
      kind: 'ephemeral',
      scopes: session,
      turn: 'optional',
      clean: ['title'],
      data: s.object({ ...step, status: s.literal('in_progress'), ...marked }),
      description: 'The agent turned to a step of its plan.',
      example: { planId, stepId: 'step-0', title: 'Read the session code', status: 'in_progress' },
    }),
    plan_step_completed: row({
      dot: TWINS.plan_step_completed,
      kind: 'ephemeral',
      scopes: session,
      turn: 'optional',
      clean: ['title'],
      data: s.object({ ...step, status: s.oneOf(['completed', 'skipped']), ...marked }),
      description: 'A step of the plan is done or was left out.',
      example: { planId, stepId: 'step-0', title: 'Read the session code', status: 'completed' },
    }),
    plan_revised: row({
      dot: TWINS.plan_revised,
      kind: 'durable',
      scopes: session,
      turn: 'optional',
      clean: ['title', 'steps[].title', 'reason'],
      data: s.object({ ...planFields, reason: s.nullable(s.string()), ...marked }),
      description: 'The agent changed the steps of its plan.',
      example: {
        planId,
        title: 'Move login to tokens',
        steps: [
          { id: 'step-0', title: 'Read the session code', status: 'completed' },
          { id: 'step-1', title: 'Use the existing token store', status: 'pending' },
        ],
        reason: 'There is a token store already.',
      },
    }),
  },
})
