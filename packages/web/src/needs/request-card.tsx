import type { RequestEntry, SessionMeta } from '@signalbox/protocol'
import { useId, useState } from 'react'
import { requestKey } from '../board/request-book.js'
import { useGateway } from '../gateway/gateway-context.js'
import { useKeys } from '../page/use-keys.js'
import { sessionAddress } from '../route/address.js'
import { useRouter } from '../route/router.js'
import { OthersLooking } from '../viewers/viewers-context.js'
import { questionsOf } from './asked.js'
import { AskedBody } from './asked-body.js'
import { JustBefore } from './just-before.js'
import { NOT_CONNECTED } from './not-connected.js'
import { type LeverPanel, PermissionLevers } from './permission-levers.js'
import { QuestionForm } from './question-form.js'
import { RequestOutcome } from './request-outcome.js'
import { sentenceOf } from './sentence.js'
import { SentenceLine } from './sentence-line.js'
import { standingOffer } from './standing-offer.js'
import { type Levers, useAnswer } from './use-answer.js'
import { useSteadyCard } from './use-steady-card.js'
import { whereToAnswer } from './where-to-answer.js'
import { OpenAndWaits, WhoAsks } from './who-asks.js'
import './request-card.css'

interface RequestCardProps {
  entry: RequestEntry
  session: SessionMeta | undefined
  /** It stands in its own session, where who asks and what was before is seen around it. */
  inline?: boolean
}

/** One request: what will happen, exactly what, who asks, how long it waits, and the levers; when it is over, how. */
export function RequestCard({ entry, session, inline = false }: RequestCardProps) {
  const { board } = useGateway()
  const levers = useAnswer(entry)
  const [panel, setPanel] = useState<LeverPanel>('none')
  const { go } = useRouter()
  const title = useId()
  const done = entry.status !== 'pending'
  const card = useSteadyCard(done)
  const cwd = session?.cwd ?? board.glances.get(entry.sessionId)?.cwd ?? null
  const sentence = sentenceOf(entry, cwd)
  const canDecide = !done && entry.kind === 'permission' && isAnswerable(entry, levers)
  const isHere = () => card.current?.contains(document.activeElement) ?? false
  useKeys({
    a: () => canDecide && panel === 'none' && isHere() && levers.approve(),
    d: () => canDecide && isHere() && setPanel('deny'),
    Enter: () => document.activeElement === card.current && go(sessionAddress(entry.sessionId)),
    Escape: () => panel !== 'none' && isHere() && close(),
  })
  function close() {
    setPanel('none')
    card.current?.focus()
  }
  return (
    <article
      ref={card}
      className="request-card"
      data-row
      data-request={requestKey(entry)}
      data-done={done}
      aria-labelledby={title}
      tabIndex={-1}
    >
      {!inline && (
        <header>
          <WhoAsks sessionId={entry.sessionId} session={session} />
          <OpenAndWaits sessionId={entry.sessionId} since={entry.since} done={done} />
        </header>
      )}
      <h2 id={title}>
        <SentenceLine sentence={sentence} />
      </h2>
      {entry.kind === 'permission' && <AskedBody entry={entry} sentence={sentence} />}
      {!inline && <JustBefore entry={entry} />}
      {!inline && !done && <OthersLooking sessionId={entry.sessionId} />}
      <Ending
        entry={entry}
        session={session}
        inline={inline}
        levers={levers}
        panel={panel}
        onPanel={(next) => (next === 'none' ? close() : setPanel(next))}
      />
    </article>
  )
}

interface EndingProps extends Required<RequestCardProps> {
  levers: Levers
  panel: LeverPanel
  onPanel: (panel: LeverPanel) => void
}

/** The levers, or why there are none. */
function Ending({ entry, session, inline, levers, panel, onPanel }: EndingProps) {
  const { board, status } = useGateway()
  const { answering } = levers
  const problem = answering.state === 'failed' && (
    <p className="problem" role="alert">
      {answering.problem}
    </p>
  )
  if (entry.status !== 'pending') {
    const late = answering.state === 'failed' && answering.over
    return <div className="ending">{late ? problem : <RequestOutcome entry={entry} />}</div>
  }
  if (!isAnswerable(entry, levers)) {
    const where = whereToAnswer(session, board.glances.get(entry.sessionId))
    return (
      <div className="ending">
        {problem}
        <p className="elsewhere">
          Answer it in the agent’s own terminal{where !== '' && <span className="foreign">: {where}</span>}
        </p>
      </div>
    )
  }
  const blocked = status.state === 'live' ? undefined : NOT_CONNECTED
  const sending = answering.state === 'sending'
  return (
    <div className="ending">
      {entry.kind === 'permission' ? (
        <PermissionLevers
          levers={levers}
          offer={standingOffer(entry, session)}
          panel={panel}
          blocked={blocked}
          onPanel={onPanel}
        />
      ) : (
        <QuestionForm
          {...questionsOf(entry)}
          blocked={blocked}
          sending={sending}
          onAnswer={levers.answer}
          onDismiss={levers.dismiss}
        />
      )}
      {/* Elsewhere the page says it once, where it moves nothing. */}
      {blocked !== undefined && inline ? <p className="elsewhere">{blocked}</p> : problem}
    </div>
  )
}

function isAnswerable(entry: RequestEntry, { answering }: Levers): boolean {
  return entry.answerable !== false && !(answering.state === 'failed' && answering.over)
}
