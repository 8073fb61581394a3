import type { Delivery } from '@signalbox/protocol/flow'
import { sessionName } from '../board/session-name.js'
import { useGateway } from '../gateway/gateway-context.js'
import { flowAddress, sessionAddress } from '../route/address.js'
import { Link } from '../route/link.js'
import { dayOf } from '../session/clock-time.js'
import { When } from '../show/when.js'
import { neutralise } from '../text/neutralise.js'
import { sessionOf } from '../toasts/session-of.js'

interface DeliveryFactsProps {
  delivery: Delivery
  /** All of the list are of one trigger: then it is not said. */
  isOfOne: boolean
}

/** What a delivery came from, when, and what it is called. */
export function DeliveryFacts({ delivery, isOfOne }: DeliveryFactsProps) {
  const { board } = useGateway()
  const { id, event_type, session_id, trigger_id, created_at, updated_at, chain } = delivery
  const session = sessionOf(board.book.sessions, session_id)
  return (
    <dl>
      <div>
        <dt>Event</dt>
        <dd className="foreign">
          {neutralise(event_type)} of{' '}
          <Link to={sessionAddress(session_id)}>
            {session ? sessionName(session) : neutralise(session_id)}
          </Link>
        </dd>
      </div>
      {!isOfOne && (
        <div>
          <dt>Trigger</dt>
          <dd className="foreign">
            <Link to={flowAddress(trigger_id)}>{neutralise(trigger_id)}</Link>
          </dd>
        </div>
      )}
      {chain.length > 1 && (
        <div>
          <dt>Set off by</dt>
          <dd className="foreign">{chain.map(neutralise).join(' → ')}</dd>
        </div>
      )}
      <div>
        <dt>Time</dt>
        <dd>
          {dayOf(Date.parse(created_at))} <When at={Date.parse(created_at)} />, last changed{' '}
          <When at={Date.parse(updated_at)} />
        </dd>
      </div>
      <div>
        <dt>Key</dt>
        <dd className="foreign">{neutralise(id)}</dd>
      </div>
    </dl>
  )
}
