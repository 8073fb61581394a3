import type { SessionEvent } from '@signalbox/client'
import { memo, useState } from 'react'
import { harmlessJson } from '../text/neutralise.js'
import { clockTime } from './clock-time.js'
import type { FeedEntry } from './event-feed.js'
import { shortText } from './short-text.js'
import './event-row.css'

/** Book-keeping a person rarely reads; it steps back so that the rest is seen. */
const QUIET: ReadonlySet<string> = new Set([
  'session_updated',
  'session_state',
  'turn_started',
  'attention_raised',
  'attention_cleared',
  'task_notification',
])

interface Look {
  /** The line above it says the same time. */
  repeats: boolean
  /** A request nobody has answered yet. */
  pending: boolean
}

/** One line of the list. */
export const EventRow = memo(function EventRow({ entry, ...look }: { entry: FeedEntry } & Look) {
  return <li>{entry.type === 'gap' ? <Gap {...entry} /> : <Line event={entry} {...look} />}</li>
})

function Line({ event, repeats, pending }: { event: SessionEvent } & Look) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="event-row"
        data-row
        data-type={event.type}
        data-quiet={QUIET.has(event.type)}
        data-repeats={repeats}
        data-pending={pending}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <time dateTime={new Date(event.ts).toISOString()}>{clockTime(event.ts)}</time>
        <span className="type">{event.type}</span>
        <span className="text foreign">{shortText(event)}</span>
      </button>
      {open && <pre className="event-json">{harmlessJson(event)}</pre>}
    </>
  )
}

const WHY: Record<string, string> = {
  ephemeral: 'shown live only and not kept',
  retention: 'removed by age or size',
  slow: 'left out because this page read too slowly',
}

function Gap({ fromSeq, toSeq, reason }: { fromSeq: number; toSeq: number; reason: string }) {
  const count = toSeq - fromSeq
  return (
    <p className="event-gap">
      {count} {count === 1 ? 'number' : 'numbers'} not here: {WHY[reason] ?? reason}
    </p>
  )
}
