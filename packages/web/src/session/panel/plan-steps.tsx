import type { Plan } from '@signalbox/protocol'
import { neutralise } from '../../text/neutralise.js'
import './plan-steps.css'

type Status = Plan['steps'][number]['status']

const MARKS: Record<Status, { path: string; word: string }> = {
  pending: { path: 'M7 3a4 4 0 1 1 0 8 4 4 0 0 1 0-8z', word: 'to do' },
  in_progress: { path: 'M5 3.5 10.5 7 5 10.5z', word: 'now' },
  completed: { path: 'm3 7.5 2.7 2.7L11 4.5', word: 'done' },
  skipped: { path: 'M4 7h6', word: 'left out' },
}

/** The steps of a plan, each with how far it is. */
export function PlanSteps({ plan }: { plan: Plan }) {
  return (
    <ol className="plan-steps">
      {plan.steps.map(({ id, title, description, status }) => (
        <li key={id} data-status={status}>
          <svg viewBox="0 0 14 14" fill="none" aria-hidden="true">
            <path
              d={MARKS[status].path}
              stroke="currentColor"
              strokeWidth="1.5"
              strokeLinejoin="round"
              strokeLinecap="round"
            />
          </svg>
          <span>
            <span className="foreign">{neutralise(title)}</span>
            <span className="unseen">, {MARKS[status].word}</span>
            {description !== undefined && <small className="foreign">{neutralise(description)}</small>}
          </span>
        </li>
      ))}
    </ol>
  )
}
