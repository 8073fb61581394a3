import { DELIVERY_STATUSES, type DeliveryStatus } from '@signalbox/protocol/flow'
import { useReading } from '../gateway/use-reading.js'
import { useRowKeys } from '../page/use-row-keys.js'
import { deliveriesAddress } from '../route/address.js'
import { Link } from '../route/link.js'
import { Deliveries } from './deliveries.js'
import { deliveryFilterQuery, readDeliveryFilter } from './delivery-filter.js'
import { DELIVERY_LAMPS } from './delivery-words.js'
import { readFlows } from './read-flows.js'
import { triggerName } from './trigger-words.js'
import './flows-view.css'

const FLOWS_MS = 60_000
const readAll = () => readFlows()
const CHOICES: readonly (DeliveryStatus | null)[] = [null, ...DELIVERY_STATUSES]

/** Everything that flows set off, newest first, by what the address says. */
export function DeliveriesView({ query }: { query: string }) {
  const filter = readDeliveryFilter(query)
  const { value: flows } = useReading(readAll, FLOWS_MS)
  useRowKeys()
  const trigger = flows?.triggers.find(({ id }) => id === filter.trigger)
  return (
    <div className="flows-view">
      <header>
        <h1>Deliveries</h1>
        <div className="flows-levers">
          <Link to="/flows">All flows</Link>
        </div>
      </header>
      <nav className="delivery-choices" aria-label="By status">
        {CHOICES.map((status) => (
          <Link
            key={status ?? ''}
            to={deliveriesAddress(deliveryFilterQuery({ ...filter, status }))}
            aria-current={filter.status === status ? 'true' : undefined}
            title={status === null ? undefined : DELIVERY_LAMPS[status].means}
          >
            {status === null ? 'All' : DELIVERY_LAMPS[status].word}
          </Link>
        ))}
        {filter.trigger !== null && (
          <Link to={deliveriesAddress(deliveryFilterQuery({ ...filter, trigger: null }))} aria-current="true">
            <span className="foreign">of {trigger ? triggerName(trigger) : filter.trigger}</span>
            <span aria-hidden="true">✕</span>
            <span className="unseen">, show all</span>
          </Link>
        )}
      </nav>
      <Deliveries
        key={query}
        filter={filter}
        activities={flows?.activities ?? []}
        triggers={flows?.triggers ?? []}
      />
    </div>
  )
}
