import type { RequestEntry } from '@signalbox/protocol'
import { requestKey } from '../board/request-book.js'
import { useNow } from '../page/use-now.js'
import { outcomeText } from './outcome-text.js'
import { ownAnswers } from './own-answers.js'
import { agoText } from './short-wait.js'
import './request-outcome.css'

const TICK_MS = 1000

/** One line that says what was decided, by whom and when. */
export function RequestOutcome({ entry }: { entry: RequestEntry }) {
  const now = useNow(TICK_MS)
  const { endedAt } = entry
  return (
    <p className="request-outcome" data-outcome={entry.outcome} role="status">
      <span className="foreign">{outcomeText(entry, ownAnswers.has(requestKey(entry)))}</span>
      {endedAt !== undefined && (
        <time dateTime={new Date(endedAt).toISOString()}>, {agoText(now - endedAt)}</time>
      )}
    </p>
  )
}
