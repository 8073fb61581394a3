import { type ReactNode, useState } from 'react'
import { requestKey } from '../../board/request-book.js'
import { useGateway } from '../../gateway/gateway-context.js'
import { outcomeText } from '../../needs/outcome-text.js'
import { ownAnswers } from '../../needs/own-answers.js'
import { RequestCard } from '../../needs/request-card.js'
import { shortDuration } from '../../show/duration.js'
import { Markdown } from '../../show/markdown.js'
import { UiSpec } from '../../show/ui-spec.js'
import { neutralise } from '../../text/neutralise.js'
import type { EndItem, Item, RequestItem, ThinkingItem } from '../transcript/item.js'
import { CallView } from './call-view.js'
import { LongText } from './long-text.js'
import { isSaid, noticeText } from './notice-text.js'
import { useOpenRow } from './open-rows.js'
import { PlanView } from './plan-view.js'
import type { Row } from './rows.js'
import './item-view.css'

/** What a piece of interface in the answer sends goes the way of what is typed. */
export interface ItemActions {
  onSend: (text: string) => void
}

type Views = {
  [K in Item['kind']]: (item: Extract<Item, { kind: K }>, row: Row, actions: ItemActions) => ReactNode
}

const VIEWS: Views = {
  prompt: ({ how, text }) => (
    <div className="prompt" data-how={how}>
      {how === 'steer' && <span className="label">Steered</span>}
      <LongText text={text} />
    </div>
  ),
  answer: (_item, { part = '', growing = false }) => (
    <div className="answer foreign" data-growing={growing}>
      <Markdown text={part} streaming={growing} />
    </div>
  ),
  thinking: (item) => <Thinking item={item} />,
  call: (item) => <CallView item={item} />,
  plan: (item) => <PlanView item={item} />,
  request: (item) => <Request item={item} />,
  interface: ({ spec, problem }, _row, { onSend }) =>
    spec ? (
      <figure className="by-agent">
        <UiSpec spec={spec} onSend={onSend} />
        <figcaption>Drawn by the agent. Its buttons speak to it in your name.</figcaption>
      </figure>
    ) : (
      <p className="quiet">
        {problem === null ? 'Drawing a card…' : `A card could not be drawn: ${neutralise(problem)}`}
      </p>
    ),
  end: (item) => <End item={item} />,
  notice: ({ event }) => (
    <p className={isSaid(event) ? 'said foreign' : 'quiet foreign'}>{noticeText(event)}</p>
  ),
  gap: ({ count, reason }) => (
    <p className="gap">
      {count.toLocaleString('en')} {count === 1 ? 'event is' : 'events are'} not here:{' '}
      {GAPS[reason] ?? reason}
    </p>
  ),
}

const GAPS: Record<string, string> = {
  retention: 'removed by age or size',
  slow: 'this page read too slowly; finished text is whole',
}

/** What one row of the conversation shows. */
export function ItemView({ row, actions }: { row: Row; actions: ItemActions }) {
  const view = VIEWS[row.item.kind] as (item: Item, row: Row, actions: ItemActions) => ReactNode
  return view(row.item, row, actions)
}

function Thinking({ item }: { item: ThinkingItem }) {
  const { open, toggle } = useOpenRow(item.key)
  const took = item.endedAt === null ? null : item.endedAt - item.ts
  const words = item.open
    ? 'Thinking…'
    : took !== null && took >= 1000
      ? `Thought for ${shortDuration(took)}`
      : 'Thought'
  return (
    <div className="thinking">
      <button type="button" className="opener" aria-expanded={open} onClick={toggle}>
        {words}
      </button>
      {open && <LongText text={item.text || 'What it thought was not told.'} />}
    </div>
  )
}

/**
 * A card while it waits, and for as long as it stays in sight after that; later one line. The list of requests may know
 * more of it than the event that asked.
 */
function Request({ item }: { item: RequestItem }) {
  const { board } = useGateway()
  const { entry } = item
  const key = requestKey(entry)
  const [wasPending] = useState(entry.status === 'pending')
  if (!wasPending) return <Decided item={item} />
  const listed = board.requests.pending.find((other) => requestKey(other) === key)
  const session = board.book.sessions.get(entry.sessionId)
  const known = entry.status === 'pending' ? (listed ?? entry) : entry
  return <RequestCard entry={known} session={session} inline />
}

/** What a call was asked for stands in the line of the call itself. */
function Decided({ item: { entry } }: { item: RequestItem }) {
  const { data } = entry
  const ofCall = entry.kind === 'permission' && typeof data.toolCallId === 'string'
  const asked =
    entry.kind === 'permission' ? String(data.description ?? data.toolName ?? '') : questions(data)
  const outcome = outcomeText(entry, ownAnswers.has(requestKey(entry)))
  return (
    <div className="decided" data-of-call={ofCall}>
      {!ofCall && asked !== '' && <p className="foreign">{neutralise(asked.slice(0, 2000)).slice(0, 300)}</p>}
      <p className="outcome foreign">{outcome}</p>
    </div>
  )
}

function questions(data: Record<string, unknown>): string {
  const asked = Array.isArray(data.questions) ? (data.questions as { text?: unknown }[]) : []
  return asked.map(({ text }) => String(text ?? '')).join(' · ')
}

const ENDS: Record<EndItem['outcome'], string> = { done: 'Done', stopped: 'Stopped', failed: 'Failed' }
/** Reasons that say no more than the word before them. */
const PLAIN: ReadonlySet<string> = new Set([
  'user_stopped',
  'end_turn',
  'turn_complete',
  'completed',
  'ended',
])

function End({ item }: { item: EndItem }) {
  const { outcome, reason, durationMs, backgroundTasks } = item
  const told =
    reason === null || PLAIN.has(reason) ? '' : neutralise(reason.slice(0, 2000)).replaceAll('_', ' ')
  return (
    <p className="end" data-outcome={outcome}>
      <span>
        {ENDS[outcome]}
        {durationMs !== null && ` ${outcome === 'done' ? 'in' : 'after'} ${shortDuration(durationMs)}`}
        {backgroundTasks > 0 && `, ${backgroundTasks} still in the background`}
      </span>
      {told !== '' && <span className="reason foreign">{told}</span>}
    </p>
  )
}
