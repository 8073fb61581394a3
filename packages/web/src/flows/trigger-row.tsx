import type { Delivery } from '@signalbox/protocol/flow'
import { LampLight } from '../board/lamp-light.js'
import { ClockText } from '../page/clock-text.js'
import { flowAddress } from '../route/address.js'
import { Link } from '../route/link.js'
import { neutralise } from '../text/neutralise.js'
import { shortAge } from '../text/short-age.js'
import { deliveryLamp } from './delivery-words.js'
import type { CatalogueActivity, FlowTrigger, FlowWarning } from './flow-api.js'
import { activityWords, conditionWords, quietId, triggerName } from './trigger-words.js'

interface TriggerRowProps {
  trigger: FlowTrigger
  activities: readonly CatalogueActivity[]
  /** What the catalogue says of its event type. */
  about: string
  warnings: readonly FlowWarning[]
  last: Delivery | undefined
  /** What is said when it has none. */
  none: string
}

/** One trigger: what it is called, when it does what, and what became of it last. */
export function TriggerRow({ trigger, activities, about, warnings, last, none }: TriggerRowProps) {
  const id = quietId(trigger)
  const conditions = conditionWords(trigger.where)
  return (
    <li className="trigger-row">
      <Link to={flowAddress(trigger.id)} data-row className="trigger-open">
        <span className="trigger-name">
          <span className="foreign">{triggerName(trigger)}</span>
          {id !== '' && <code className="trigger-id foreign">{id}</code>}
        </span>
        <span className="trigger-says foreign">
          When <code title={about || undefined}>{neutralise(trigger.event_type)}</code>
          {conditions === '' ? '' : ` ${conditions}`}: {activityWords(trigger.bindings, activities)}
        </span>
        {warnings.map(({ field, message }) => (
          <span key={`${field} ${message}`} className="trigger-warning foreign">
            <svg viewBox="0 0 14 14" fill="none" aria-hidden="true">
              <path d="M7 1.750 13 12H1z" fill="currentColor" />
            </svg>
            {neutralise(message)}
          </span>
        ))}
        <span className="trigger-last">
          {last ? <LastDelivery delivery={last} /> : <span className="trigger-none">{none}</span>}
        </span>
      </Link>
    </li>
  )
}

function LastDelivery({ delivery: { status, updated_at: at } }: { delivery: Delivery }) {
  const { lamp, word } = deliveryLamp(status)
  return (
    <>
      <LampLight lamp={lamp} word={word} />
      <time dateTime={at}>
        <ClockText since={Date.parse(at)} says={shortAge} />
      </time>
    </>
  )
}
