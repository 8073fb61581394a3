import { useMemo, useRef, useState } from 'react'
import { dayOf } from './clock-time.js'
import { byDay, type EventFeed, numberOf, sameSecond } from './event-feed.js'
import { EventRow } from './event-row.js'
import { pendingRequests } from './pending-requests.js'
import './event-list.css'

interface EventListProps {
  feed: EventFeed
  reading: boolean
  onOlder: () => void
}

/** The events, newest on top. While somebody reads here, with the pointer or further down, new ones wait above. */
export function EventList({ feed, reading, onOlder }: EventListProps) {
  const list = useRef<HTMLDivElement>(null)
  const pointed = useRef(false)
  const [heldAt, setHeldAt] = useState<number | null>(null)
  const { entries } = feed
  const newest = entries[0] ? numberOf(entries[0]) : 0
  const shown = heldAt === null ? entries : entries.filter((entry) => numberOf(entry) <= heldAt)
  const waiting = entries.length - shown.length
  const today = dayOf(Date.now())
  const pending = useMemo(() => pendingRequests(entries), [entries])

  function holdIfRead() {
    const read = pointed.current || (list.current?.scrollTop ?? 0) > 0
    setHeldAt((held) => (read ? (held ?? newest) : null))
  }
  function point(isOnLine: boolean) {
    pointed.current = isOnLine
    holdIfRead()
  }
  function showNew() {
    list.current?.scrollTo({ top: 0 })
    setHeldAt(newest)
  }

  return (
    <section
      className="event-list"
      aria-label="Events"
      onPointerOver={({ pointerType, target }) => pointerType === 'mouse' && point(isLine(target))}
      onPointerLeave={() => point(false)}
    >
      {waiting > 0 && (
        <button type="button" className="link news" onClick={showNew}>
          {waiting} new
        </button>
      )}
      <div ref={list} className="scroller" onScroll={holdIfRead}>
        <div data-rows>
          {byDay(shown).map(({ day, entries: ofDay }) => (
            <section key={day} aria-label={day}>
              {day !== today && <h2 className="day">{day}</h2>}
              <ol>
                {ofDay.map((entry, index) => (
                  <EventRow
                    key={`${entry.type === 'gap' ? 'gap' : ''}${numberOf(entry)}`}
                    entry={entry}
                    repeats={sameSecond(entry, ofDay[index - 1])}
                    pending={pending.has(numberOf(entry))}
                  />
                ))}
              </ol>
            </section>
          ))}
        </div>
        <End feed={feed} reading={reading} onOlder={onOlder} />
      </div>
    </section>
  )
}

/** Below the last line nothing can move under the pointer. What floats above the lines must not let go of them. */
function isLine(target: EventTarget): boolean {
  return target instanceof Element && target.closest('li, .news') !== null
}

function End({ feed, reading, onOlder }: EventListProps) {
  const none = feed.entries.length === 0
  if (reading && none) return null
  if (feed.loadedAfter === 0)
    return <p className="end">{none ? 'No events yet' : 'The beginning of this session'}</p>
  return (
    <button type="button" className="link older" disabled={reading} onClick={onOlder}>
      Load older
    </button>
  )
}
