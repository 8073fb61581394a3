import { useGateway } from '../gateway/gateway-context.js'
import type { Card } from './arrange.js'
import { endedEntry } from './ended-entry.js'
import { RequestCard } from './request-card.js'
import { WaitsCard } from './waits-card.js'

/** The card of whatever needs a person. */
export function NeedCard({ card: { key, item, doneAt } }: { card: Card }) {
  const { board } = useGateway()
  const done = doneAt !== null
  const sessionId = item.kind === 'request' ? item.entry.sessionId : item.sessionId
  const session = board.book.sessions.get(sessionId)
  if (item.kind === 'waits')
    return <WaitsCard cardKey={key} sessionId={sessionId} session={session} need={item.need} done={done} />
  return <RequestCard entry={done ? endedEntry(item.entry, board.requests) : item.entry} session={session} />
}
