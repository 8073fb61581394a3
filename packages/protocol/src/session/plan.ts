import type { JsonObject } from '../event.js'
import type { Plan } from '../registry/shapes.js'
import { textOf } from './text.js'

type Step = Plan['steps'][number]

const STATUSES: readonly Step['status'][] = ['pending', 'in_progress', 'completed', 'skipped']

/** A plan as an event tells it; there is one at a time. */
export function planOf(data: JsonObject): Plan {
  const steps = Array.isArray(data.steps) ? data.steps : []
  return { planId: textOf(data.planId), title: textOf(data.title), steps: steps.flatMap(stepOf) }
}

/** The plan after a step of it changed; null and other plans and steps stay as they are. */
export function withStep(plan: Plan | null, data: JsonObject, unless: Step['status']): Plan | null {
  if (!plan || plan.planId !== textOf(data.planId)) return plan
  const id = textOf(data.stepId)
  if (!plan.steps.some((step) => step.id === id)) return plan
  const status = statusOf(data.status) ?? unless
  return { ...plan, steps: plan.steps.map((step) => (step.id === id ? { ...step, status } : step)) }
}

function stepOf(told: unknown, index: number): Step[] {
  if (typeof told !== 'object' || told === null || Array.isArray(told)) return []
  const { id, title, description, status } = told as JsonObject
  return [
    {
      id: textOf(id) || `step-${index}`,
      title: textOf(title),
      ...(typeof description === 'string' ? { description } : {}),
      status: statusOf(status) ?? 'pending',
    },
  ]
}

function statusOf(value: unknown): Step['status'] | undefined {
  return STATUSES.find((status) => status === value)
}
