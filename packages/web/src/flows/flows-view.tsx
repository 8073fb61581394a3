import { useCallback } from 'react'
import { useGateway } from '../gateway/gateway-context.js'
import { useReading } from '../gateway/use-reading.js'
import { useRowKeys } from '../page/use-row-keys.js'
import { Link } from '../route/link.js'
import { BadFiles } from './bad-files.js'
import { lastOfEach } from './delivery-words.js'
import { FlowsState } from './flows-state.js'
import { NoTriggers } from './no-triggers.js'
import { readDeliveries } from './read-deliveries.js'
import { readFlows } from './read-flows.js'
import { TriggerRow } from './trigger-row.js'
import { Unread } from './unread.js'
import './flows-view.css'

const FLOWS_MS = 10_000
const DELIVERIES_MS = 4_000
/** Enough to find the last delivery of the triggers that are busy. */
const LATELY = 200

const readAll = () => readFlows()

/** What is set off by what: every trigger, what became of it last, and the files that cannot be used. */
export function FlowsView() {
  const { value: flows, refusal, again } = useReading(readAll, FLOWS_MS)
  const { value: page } = useReading(
    useCallback(() => readDeliveries({ limit: LATELY }), []),
    DELIVERIES_MS,
  )
  const { status } = useGateway()
  useRowKeys()
  if (!flows) return <Unread what="flows" refusal={refusal} onAgain={again} />
  const { triggers, warnings, activities, eventTypes, badFiles } = flows
  const last = lastOfEach(page?.deliveries ?? [])
  const isEmpty = triggers.length === 0 && badFiles.length === 0
  return (
    <div className="flows-view">
      <header>
        <h1>Flows</h1>
        <div className="flows-levers">
          <Link to="/flows/deliveries">Deliveries</Link>
          {!isEmpty && (
            <Link to="/flows/new" className="button">
              New trigger
            </Link>
          )}
        </div>
      </header>
      {refusal && status.state === 'live' && (
        <p className="flows-note" role="status">
          The flows could not be read again; this is how they were.
        </p>
      )}
      <FlowsState flows={flows} />
      <BadFiles files={badFiles} folder={flows.folder} isAlone={triggers.length === 0} />
      {isEmpty && <NoTriggers canMake={flows.state !== 'unreadable'} onMade={again} />}
      {triggers.length > 0 && (
        <ul data-rows aria-label="Triggers" className="trigger-list">
          {triggers.map((trigger) => (
            <TriggerRow
              key={trigger.id}
              trigger={trigger}
              activities={activities}
              about={eventTypes.descriptions[trigger.event_type] ?? ''}
              warnings={warnings.filter(({ trigger_id }) => trigger_id === trigger.id)}
              last={last.get(trigger.id)}
              none={page === null ? '' : page.next === null ? 'Not set off yet' : 'Not set off lately'}
            />
          ))}
        </ul>
      )}
    </div>
  )
}
