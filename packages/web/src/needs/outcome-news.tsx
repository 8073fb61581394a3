import { useGateway } from '../gateway/gateway-context.js'
import type { Card } from './arrange.js'
import { endedEntry } from './ended-entry.js'
import { outcomeText } from './outcome-text.js'
import { ownAnswers } from './own-answers.js'
import { sentenceOf, sentenceText } from './sentence.js'

/** Says what was decided last to those who listen to the page. */
export function OutcomeNews({ cards }: { cards: readonly Card[] }) {
  const { board } = useGateway()
  const over = cards.filter(({ doneAt }) => doneAt !== null)
  const last = over.sort((a, b) => (a.doneAt ?? 0) - (b.doneAt ?? 0)).at(-1)
  return (
    <p className="unseen" role="status">
      {last && newsText(last)}
    </p>
  )

  function newsText({ key, item }: Card): string {
    if (item.kind === 'waits') return 'An agent goes on'
    const entry = endedEntry(item.entry, board.requests)
    const said = sentenceText(sentenceOf(entry, board.book.sessions.get(entry.sessionId)?.cwd ?? null))
    return `${said}: ${outcomeText(entry, ownAnswers.has(key))}`
  }
}
