import type { Draft, JsonObject } from '@signalbox/protocol'
import { listIn, textIn } from './codex-fields.js'
import type { CodexThread, Told } from './codex-thread.js'

const STATUSES: Readonly<Record<string, string>> = {
  pending: 'pending',
  inProgress: 'in_progress',
  completed: 'completed',
}

const MAX_STEPS = 200

/** Codex tells its whole plan each time: what changed since the last time is what happened. */
export function planDrafts(
  thread: CodexThread,
  params: JsonObject,
  turn: string | undefined,
  draft: (type: Draft['type'], data: JsonObject) => Draft,
): Told {
  const steps = listIn(params, 'plan')
    .slice(0, MAX_STEPS)
    .map((told) => ({
      title: textIn(told, 'step') ?? '',
      status: STATUSES[textIn(told, 'status') ?? ''] ?? 'pending',
    }))
  if (turn === undefined || steps.length === 0) return { thread, drafts: [] }
  const reason = textIn(params, 'explanation') || null
  const known = thread.plan?.turn === turn ? thread.plan.steps : undefined
  const planId = `plan-${turn}`
  const whole = {
    planId,
    title: reason ?? 'Plan',
    steps: steps.map((step, index) => ({ id: `step-${index}`, ...step })),
  }
  const after: CodexThread = { ...thread, plan: { turn, steps } }
  if (!known) return { thread: after, drafts: [draft('plan_created', whole)] }
  const same =
    known.length === steps.length && known.every(({ title }, index) => title === steps[index]?.title)
  if (!same) return { thread: after, drafts: [draft('plan_revised', { ...whole, reason })] }
  const drafts = steps.flatMap(({ title, status }, index) => {
    if (known[index]?.status === status || status === 'pending') return []
    const type = status === 'completed' ? 'plan_step_completed' : 'plan_step_started'
    return [draft(type, { planId, stepId: `step-${index}`, title, status })]
  })
  return { thread: after, drafts }
}
