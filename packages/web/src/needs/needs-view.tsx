import { requestKey } from '../board/request-book.js'
import { FirstRun } from '../first-run/first-run.js'
import { useGateway } from '../gateway/gateway-context.js'
import { NotifyButton } from '../notify/notify-button.js'
import { useRowKeys } from '../page/use-row-keys.js'
import type { Card } from './arrange.js'
import { Calm } from './calm.js'
import { RequestCard } from './request-card.js'
import { useCards } from './use-cards.js'
import { useHeld } from './use-held.js'
import { WaitsCard } from './waits-card.js'
import { WorkingNow } from './working-now.js'
import './needs-view.css'

/** What needs a person, longest waiting first, and below it what works without one. */
export function NeedsView() {
  const { board } = useGateway()
  const { held, handlers } = useHeld()
  const { cards, waiting, letIn } = useCards(board, held)
  useRowKeys()
  if (cards.length === 0 && board.book.sessions.size === 0) return <FirstRun />
  const pending = cards.filter(({ doneAt }) => doneAt === null).length + waiting
  return (
    <div className="needs-view" data-rows {...handlers}>
      {cards.length > 0 && (
        <header className="needs-head">
          <h1>{pending === 0 ? 'Nothing needs you' : 'Needs you'}</h1>
          <NotifyButton />
        </header>
      )}
      {waiting > 0 && (
        <button type="button" className="news" onClick={letIn}>
          {waiting} new
        </button>
      )}
      {cards.length === 0 ? (
        <Calm />
      ) : (
        <ul className="cards" aria-label="Needs you">
          {cards.map((card) => (
            <li key={card.key}>
              <OneCard card={card} />
            </li>
          ))}
        </ul>
      )}
      <WorkingNow />
    </div>
  )
}

function OneCard({ card: { key, item, doneAt } }: { card: Card }) {
  const { board } = useGateway()
  const done = doneAt !== null
  if (item.kind === 'waits') {
    const { sessionId, need } = item
    const session = board.book.sessions.get(sessionId)
    return <WaitsCard cardKey={key} sessionId={sessionId} session={session} need={need} done={done} />
  }
  const ended = done ? board.requests.ended.find((entry) => requestKey(entry) === key) : undefined
  // How it ended is read a moment after it is known that it did.
  const entry = ended ?? (done ? { ...item.entry, status: 'closed' as const } : item.entry)
  return <RequestCard entry={entry} session={board.book.sessions.get(entry.sessionId)} />
}
