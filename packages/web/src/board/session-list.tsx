import { useMemo, useState } from 'react'
import { useNow } from '../page/use-now.js'
import { byNeed } from './by-need.js'
import { heldOrder } from './held-order.js'
import { needText, type SessionBook } from './session-book.js'
import { SessionRow } from './session-row.js'
import './session-list.css'

const AGE_TICK_MS = 10_000

interface SessionListProps {
  book: SessionBook
  selected: string | null
  more: boolean
  onOpen: (sessionId: string) => void
  onMore: () => void
}

/** All sessions, sorted by need. While the pointer is on them they keep their places. */
export function SessionList({ book, selected, more, onOpen, onMore }: SessionListProps) {
  const now = useNow(AGE_TICK_MS)
  const sorted = useMemo(() => [...book.sessions.values()].sort(byNeed(book.needs)), [book])
  const [heldIds, setHeldIds] = useState<string[] | null>(null)
  const { shown, waiting } = heldIds ? heldOrder(sorted, heldIds) : { shown: sorted, waiting: 0 }
  const hold = () => setHeldIds(sorted.map(({ id }) => id))
  return (
    <section
      className="session-list"
      aria-label="Sessions"
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && hold()}
      onPointerLeave={() => setHeldIds(null)}
    >
      {waiting > 0 && (
        <button type="button" className="link news" onClick={hold}>
          {waiting} new
        </button>
      )}
      <div className="scroller">
        <ul data-rows>
          {shown.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              need={needText(book, session.id)}
              selected={session.id === selected}
              now={now}
              onOpen={onOpen}
            />
          ))}
        </ul>
        {more && (
          <button type="button" className="link" onClick={onMore}>
            More sessions
          </button>
        )}
      </div>
      <footer className="keys">
        <kbd>j k</kbd> move <kbd>Enter</kbd> open <kbd>Esc</kbd> close
      </footer>
    </section>
  )
}
