import type { Delivery } from '@signalbox/protocol/flow'
import { useCallback, useState } from 'react'
import { useReading } from '../gateway/use-reading.js'
import { useNow } from '../page/use-now.js'
import type { DeliveryFilter } from './delivery-filter.js'
import { DeliveryRow } from './delivery-row.js'
import type { CatalogueActivity, FlowTrigger } from './flow-api.js'
import { readDeliveries } from './read-deliveries.js'
import './deliveries.css'

interface DeliveriesProps {
  filter: DeliveryFilter
  activities: readonly CatalogueActivity[]
  /** To say whose each is; none where all are of one trigger. */
  triggers?: readonly FlowTrigger[]
  limit?: number
}

const READ_MS = 3_000

/** What flows set off, newest first, kept up to date. */
export function Deliveries({
  filter: { status, trigger },
  activities,
  triggers,
  limit = 50,
}: DeliveriesProps) {
  const read = useCallback(() => readDeliveries({ status, trigger, limit }), [status, trigger, limit])
  const { value: first, refusal, again } = useReading(read, READ_MS)
  const [older, setOlder] = useState<{ deliveries: readonly Delivery[]; next: string | null } | null>(null)
  const [problem, setProblem] = useState('')
  const now = useNow(1000)

  async function readOn() {
    const after = older ? older.next : (first?.next ?? null)
    const outcome = await readDeliveries({ status, trigger, limit, after })
    if (outcome.kind === 'refused') return setProblem(outcome.says)
    setProblem('')
    setOlder({
      deliveries: [...(older?.deliveries ?? []), ...outcome.value.deliveries],
      next: outcome.value.next,
    })
  }

  if (!first)
    return refusal ? (
      <p className="deliveries-note" role="alert">
        The deliveries could not be read.{' '}
        <button type="button" className="link" onClick={again}>
          Try again
        </button>
      </p>
    ) : (
      <p className="loading">Reading the deliveries…</p>
    )
  const known = new Set(first.deliveries.map(({ id }) => id))
  const all = [...first.deliveries, ...(older?.deliveries.filter(({ id }) => !known.has(id)) ?? [])]
  const next = older ? older.next : first.next
  if (all.length === 0) return <p className="deliveries-note">{noneOf(status, trigger)}</p>
  return (
    <>
      <ol className="deliveries" data-rows aria-label="Deliveries">
        {all.map((delivery) => (
          <DeliveryRow
            key={delivery.id}
            delivery={delivery}
            activities={activities}
            trigger={triggers?.find(({ id }) => id === delivery.trigger_id)}
            isOfOne={triggers === undefined}
            now={now}
            onRetried={again}
          />
        ))}
      </ol>
      {next !== null && (
        <button type="button" className="link deliveries-more" onClick={readOn}>
          Older ones
        </button>
      )}
      <p className="problem" role="alert">
        {problem}
      </p>
    </>
  )
}

function noneOf(status: string | null, trigger: string | null): string {
  if (status !== null) return 'No delivery is in this state.'
  return trigger === null ? 'Nothing was set off yet.' : 'It was not set off yet.'
}
