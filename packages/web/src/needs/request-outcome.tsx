import type { RequestEntry } from '@signalbox/protocol'
import { requestKey } from '../board/request-book.js'
import { useNow } from '../page/use-now.js'
import { outcomeText } from './outcome-text.js'
import { ownAnswers } from './own-answers.js'
import { agoText } from './short-wait.js'
import './request-outcome.css'

const TICK_MS = 1000
/** After a minute seconds are nobody's concern. */
const SLOW_TICK_MS = 30_000
const MINUTE = 60_000

/** One line that says what was decided, by whom and when. */
export function RequestOutcome({ entry }: { entry: RequestEntry }) {
  const { endedAt } = entry
  return (
    <p className="request-outcome" data-outcome={entry.outcome}>
      <span className="foreign">{outcomeText(entry, ownAnswers.has(requestKey(entry)))}</span>
      {endedAt !== undefined && <Ago at={endedAt} />}
    </p>
  )
}

function Ago({ at }: { at: number }) {
  const now = useNow(Date.now() - at < MINUTE ? TICK_MS : SLOW_TICK_MS)
  return (
    <time dateTime={new Date(at).toISOString()} title={new Date(at).toLocaleString()}>
      , {agoText(now - at)}
    </time>
  )
}
