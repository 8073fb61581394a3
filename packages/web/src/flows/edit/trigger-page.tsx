import { useCallback, useState } from 'react'
import { useReading } from '../../gateway/use-reading.js'
import { Link } from '../../route/link.js'
import { neutralise } from '../../text/neutralise.js'
import type { FlowTrigger } from '../flow-api.js'
import { readFlows } from '../read-flows.js'
import { Unread } from '../unread.js'
import { TriggerEditor } from './trigger-editor.js'
import '../flows-view.css'

/** What others save meanwhile is looked at when this is saved. */
const READ_MS = 60_000

/** One trigger, or a new one. */
export function TriggerPage({ triggerId }: { triggerId: string | null }) {
  const read = useCallback(() => readFlows(), [])
  const { value: flows, refusal, again } = useReading(read, READ_MS)
  /** What is edited stays, also when somebody else deletes it. */
  const [held, setHeld] = useState<FlowTrigger | null | undefined>(triggerId === null ? null : undefined)
  if (!flows) return <Unread what="flows" refusal={refusal} onAgain={again} />
  const trigger = held === undefined ? flows.triggers.find(({ id }) => id === triggerId) : held
  if (trigger !== held) setHeld(trigger)
  if (trigger === undefined)
    return (
      <div className="flows-unread">
        <h1>There is no such trigger</h1>
        <p>
          <span className="foreign">{neutralise(triggerId ?? '')}</span> was deleted, or its file cannot be
          used.
        </p>
        <Link to="/flows">All flows</Link>
      </div>
    )
  return <TriggerEditor trigger={trigger} flows={flows} onSaved={again} />
}
