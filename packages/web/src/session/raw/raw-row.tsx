import { useState } from 'react'
import { CopyButton } from '../../show/copy-button.js'
import { Json } from '../../show/json.js'
import { harmlessJson } from '../../text/neutralise.js'
import { clockTime } from '../clock-time.js'
import { shortText } from '../short-text.js'
import type { EventEntry } from '../transcript/entry.js'
import { fetchRaw } from './fetch-raw.js'

interface RawRowProps {
  entry: EventEntry
  open: boolean
  onToggle: () => void
}

/** One event: its number, time and type; open, all of it. */
export function RawRow({ entry, open, onToggle }: RawRowProps) {
  const { event, fromSeq, seq, pieces } = entry
  return (
    <>
      <button type="button" className="raw-row" aria-expanded={open} onClick={onToggle}>
        <span className="seq">{pieces > 1 ? `${fromSeq}–${seq}` : seq}</span>
        <time dateTime={new Date(event.ts).toISOString()}>{clockTime(event.ts)}</time>
        <span className="type foreign">{event.type}</span>
        <span className="text foreign">{shortText(event)}</span>
      </button>
      {open && <RawDetail entry={entry} />}
    </>
  )
}

function RawDetail({ entry: { event, pieces } }: { entry: EventEntry }) {
  const [told, setTold] = useState<string | null>(null)
  return (
    <div className="raw-detail">
      {pieces > 1 && (
        <p>{pieces.toLocaleString('en')} pieces, put together. They are live only and not kept.</p>
      )}
      <p className="raw-actions">
        <CopyButton text={harmlessJson(event)} what="Copy as JSON" />
        {pieces === 1 && (
          <button
            type="button"
            className="small-action"
            onClick={async () => setTold(await fetchRaw(event.sessionId, event.seq))}
          >
            What the sender said
          </button>
        )}
      </p>
      {told !== null && <Json value={parsed(told)} />}
      <Json value={event} />
    </div>
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
