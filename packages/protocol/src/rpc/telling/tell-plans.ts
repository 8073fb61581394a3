import type { JsonObject } from '../../event.js'
import type { Plan } from '../../registry/shapes.js'
import { planOf, withStep } from '../../session/plan.js'
import { textOf } from '../../session/text.js'
import { notePlan, type PlanNote } from './notes.js'
import { agentActs } from './tell-talk.js'
import type { ItemStatus, Telling } from './telling.js'

/** A plan, or what has become of it. It outlives its turn, so its id goes by the session. */
export function tellPlan(telling: Telling): void {
  const { data, event, session } = telling
  agentActs(telling)
  const plan = planOf(data)
  const known = session.plans.get(plan.planId)
  const note: PlanNote = {
    id: telling.itemId('plan', plan.planId, 'session'),
    turnId: known ? known.turnId : event.turnId,
    first: known?.first ?? event,
    plan,
  }
  notePlan(session, note)
  // A change of a plan that was made before we listened is told as one: all of the plan is in it.
  const isNew = !known && (event.type === 'plan_created' || session.whole)
  telling.item(isNew ? 'item/created' : 'item/updated', () => planTold(note))
}

/** A step of the plan changed; told with all the others. */
export function tellStep(telling: Telling): void {
  const { data, event, session } = telling
  agentActs(telling)
  const note = session.plans.get(textOf(data.planId))
  const plan = withStep(note?.plan ?? null, data, STEPS[event.type] ?? 'completed')
  if (!note || !plan || plan === note.plan) return
  const stepped: PlanNote = { ...note, plan, step: event }
  notePlan(session, stepped)
  telling.item('item/updated', () => planTold(stepped))
}

const STEPS: Readonly<Record<string, Plan['steps'][number]['status']>> = { plan_step_started: 'in_progress' }

/** What a line says of a plan: it is done when no step is left. */
export function planTold({ id, turnId, plan }: PlanNote): {
  id: string
  status: ItemStatus
  turnId: string | undefined
  content: JsonObject
} {
  const { title, steps } = plan
  const done = steps.length > 0 && steps.every(({ status }) => status === 'completed' || status === 'skipped')
  const content = { type: 'plan', title: textOf(title), steps: steps as unknown as JsonObject[] }
  return { id, status: done ? 'completed' : 'active', turnId, content }
}
