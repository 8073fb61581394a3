import { useMemo, useState } from 'react'
import { FirstRun } from '../first-run/first-run.js'
import { useGateway } from '../gateway/gateway-context.js'
import { NotifyButton } from '../notify/notify-button.js'
import { useRowKeys } from '../page/use-row-keys.js'
import { Calm } from './calm.js'
import { NeedCard } from './need-card.js'
import { NOT_CONNECTED } from './not-connected.js'
import { OutcomeNews } from './outcome-news.js'
import { useCards } from './use-cards.js'
import { useHeld } from './use-held.js'
import { useSettling } from './use-settling.js'
import { WorkingNow } from './working-now.js'
import './needs-view.css'

/** More cards than anybody judges in one go. */
const STEP = 30

/** What needs a person, longest waiting first, and below it what works without one. */
export function NeedsView() {
  const { board, status } = useGateway()
  const { held, handlers } = useHeld()
  const { cards, waiting, letIn } = useCards(board, held)
  const [most, setMost] = useState(STEP)
  // What is asked anew under the same name is another card, too.
  const list = useSettling(useMemo(() => cards.map(({ key, item }) => `${key} ${item.since}`), [cards]))
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
      <div className="floating">
        {status.state !== 'live' && <p className="pill">{NOT_CONNECTED}</p>}
        {waiting > 0 && (
          <button type="button" className="pill" onClick={letIn}>
            {waiting} new
          </button>
        )}
      </div>
      {cards.length === 0 ? (
        <Calm />
      ) : (
        <ul ref={list} className="cards" aria-label="Needs you">
          {cards.slice(0, most).map((card) => (
            <li key={card.key}>
              <NeedCard card={card} />
            </li>
          ))}
        </ul>
      )}
      {cards.length > most && (
        <button type="button" className="lever" onClick={() => setMost(most + STEP)}>
          {cards.length - most} more wait
        </button>
      )}
      <OutcomeNews cards={cards} />
      <WorkingNow />
      {cards.length > 0 && (
        <p className="key-hints">
          <kbd>j</kbd> <kbd>k</kbd> move, <kbd>a</kbd> approve, <kbd>d</kbd> deny, <kbd>Enter</kbd> open,{' '}
          <kbd>?</kbd> all keys
        </p>
      )}
    </div>
  )
}
