import type { Plan } from '@signalbox/protocol'
import { oneLine } from '../terminal/plain-text.js'

interface StepEvent {
  stepId: string
  title: string
}

const SIGNS: Record<Plan['steps'][number]['status'], string> = {
  pending: '○',
  in_progress: '▸',
  completed: '✓',
  skipped: '–',
}

/** A plan and how far it is. */
export class PlanProgress {
  #plan: Plan = { planId: '', title: '', steps: [] }

  get title(): string {
    return oneLine(this.#plan.title) || 'Plan'
  }

  /** The plan is new, or another one; its steps as lines. */
  made({ planId, title, steps }: Plan): string[] {
    this.#plan = { planId, title, steps: steps.map((step) => ({ ...step })) }
    return steps.map((step) => `${SIGNS[step.status] ?? SIGNS.pending} ${oneLine(step.title)}`)
  }

  /** Which of how many, and what it is. */
  step({ stepId, title }: StepEvent): string {
    const { steps } = this.#plan
    const place = steps.findIndex(({ id }) => id === stepId)
    return place < 0 ? oneLine(title) : `${place + 1}/${steps.length} ${oneLine(title)}`
  }
}
