import { neutralise } from '../../text/neutralise.js'
import { PlanSteps } from '../panel/plan-steps.js'
import type { PlanItem } from '../transcript/item.js'
import { useOpenRow } from './open-rows.js'

/** A plan the agent made or changed, as a fact that opens into its steps. */
export function PlanView({ item }: { item: PlanItem }) {
  const { open, toggle } = useOpenRow(item.key)
  const { plan, revised, reason } = item
  const count = `${plan.steps.length} ${plan.steps.length === 1 ? 'step' : 'steps'}`
  return (
    <div className="plan-fact">
      <button type="button" className="opener" aria-expanded={open} onClick={toggle}>
        <span className="foreign">
          {revised ? 'Changed its plan' : 'Made a plan'}
          {plan.title && `: ${neutralise(plan.title).slice(0, 160)}`}, {count}
        </span>
      </button>
      {reason && <p className="quiet foreign">{neutralise(reason).slice(0, 300)}</p>}
      {open && <PlanSteps plan={plan} />}
    </div>
  )
}
