import type { Delivery } from '@signalbox/protocol/flow'
import { useId, useState } from 'react'
import { LampLight } from '../board/lamp-light.js'
import { When } from '../show/when.js'
import { neutralise } from '../text/neutralise.js'
import { DeliveryFacts } from './delivery-facts.js'
import { DeliveryResponse } from './delivery-response.js'
import { answerWords, attemptWords, deliveryLamp, isRetryable } from './delivery-words.js'
import type { CatalogueActivity, FlowTrigger } from './flow-api.js'
import { retryDelivery } from './read-deliveries.js'
import { activityLabel, triggerName } from './trigger-words.js'

interface DeliveryRowProps {
  delivery: Delivery
  activities: readonly CatalogueActivity[]
  trigger: FlowTrigger | undefined
  /** All of the list are of one trigger: then it is not said. */
  isOfOne: boolean
  now: number
  onRetried: () => void
}

/** One thing a flow set off: when, what, what became of it; open, all that is known. */
export function DeliveryRow({ delivery, activities, trigger, isOfOne, now, onRetried }: DeliveryRowProps) {
  const [isOpen, setOpen] = useState(false)
  const detailId = useId()
  const { status, activity_id, trigger_id, created_at, error } = delivery
  const { lamp, word, means } = deliveryLamp(status)
  const what = activityLabel(activity_id, activities)
  return (
    <li className="delivery-row" data-status={status}>
      <button
        type="button"
        data-row
        className="delivery-line"
        aria-expanded={isOpen}
        aria-controls={isOpen ? detailId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <When at={Date.parse(created_at)} />
        <LampLight lamp={lamp} word={word} />
        <span className="delivery-what">
          <span className="foreign">
            {isOfOne ? what : (trigger && triggerName(trigger)) || neutralise(trigger_id)}
          </span>
          {!isOfOne && <span className="delivery-activity">{what}</span>}
        </span>
        <span className="delivery-error foreign">
          {isOpen ? '' : neutralise(error ?? answerWords(delivery))}
        </span>
        <span className="delivery-attempts">{attemptWords(delivery, now)}</span>
      </button>
      {isOpen && (
        <div id={detailId} className="delivery-detail">
          <p>{means}</p>
          {error !== undefined && <p className="problem foreign">{neutralise(error)}</p>}
          {delivery.response && <DeliveryResponse response={delivery.response} error={error} />}
          <RetryLever delivery={delivery} onRetried={onRetried} />
          <DeliveryFacts delivery={delivery} isOfOne={isOfOne} />
        </div>
      )}
    </li>
  )
}

function RetryLever({ delivery, onRetried }: { delivery: Delivery; onRetried: () => void }) {
  const [said, setSaid] = useState('')
  const [isRetried, setRetried] = useState(false)
  const [isSending, setSending] = useState(false)
  if (!isRetryable(delivery)) return null
  async function retry() {
    setSending(true)
    const outcome = await retryDelivery(delivery.id)
    setSending(false)
    setSaid(outcome.kind === 'refused' ? outcome.says : '')
    setRetried(outcome.kind === 'done')
    onRetried()
  }
  return (
    <div className="delivery-retry">
      <button type="button" className="button plain" disabled={isSending} onClick={retry}>
        Retry
      </button>
      <p role="status">{isRetried ? 'It was tried again.' : ''}</p>
      <p className="problem" role="alert">
        {neutralise(said)}
      </p>
    </div>
  )
}
