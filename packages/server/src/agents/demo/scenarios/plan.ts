import type { Plan } from '@signalbox/protocol'
import type { Scenario } from '../scenario.js'

type Step = Plan['steps'][number]

const TITLE = 'Move login to tokens (demo)'
const READ = { id: 'step-0', title: 'Read the session code' }
const WRITE = { id: 'step-1', title: 'Write a token store', description: 'With expiry and revocation' }
const MIGRATE = { id: 'step-2', title: 'Migrate old sessions' }
const CHECK = { id: 'step-3', title: 'Check with the demo tests' }
const USE = { id: 'step-1', title: 'Use the token store there is', description: 'It has expiry already' }

export const playPlan: Scenario = async (stage) => {
  const planId = stage.numbering.planId()
  const start = ({ id, title }: Omit<Step, 'status'>) =>
    stage.say('plan_step_started', { planId, stepId: id, title, status: 'in_progress' })
  const end = ({ id, title }: Omit<Step, 'status'>, status: 'completed' | 'skipped' = 'completed') =>
    stage.say('plan_step_completed', { planId, stepId: id, title, status })

  await stage.text('I am the demo agent. Here is a plan; no step of it is really done.\n')
  const pending = [READ, WRITE, MIGRATE, CHECK].map((step) => ({ ...step, status: 'pending' as const }))
  await stage.say('plan_created', { planId, title: TITLE, steps: pending })
  await start(READ)
  await stage.text('Reading the session code. ')
  await end(READ)
  await stage.say('plan_revised', {
    planId,
    title: TITLE,
    steps: [
      { ...READ, status: 'completed' },
      { ...USE, status: 'pending' },
      { ...MIGRATE, status: 'pending' },
      { ...CHECK, status: 'pending' },
    ],
    reason: 'There is a token store already.',
  })
  await start(USE)
  await stage.text('Taking the store that is there. ')
  await end(USE)
  await end(MIGRATE, 'skipped')
  await start(CHECK)
  await stage.text('Checking. ')
  await end(CHECK)
  await stage.text('The plan is played to its end.\n')
}
