import type { SessionMeta } from '@signalbox/protocol'
import { useId, useRef } from 'react'
import type { Need } from '../board/needs.js'
import { useGateway } from '../gateway/gateway-context.js'
import { useKeys } from '../page/use-keys.js'
import { sessionAddress } from '../route/address.js'
import { Link } from '../route/link.js'
import { useRouter } from '../route/router.js'
import { neutralise } from '../text/neutralise.js'
import { whereToAnswer } from './where-to-answer.js'
import { OpenAndWaits, WhoAsks } from './who-asks.js'
import './request-card.css'

interface WaitsCardProps {
  cardKey: string
  sessionId: string
  session: SessionMeta | undefined
  need: Need
  done: boolean
}

const SAYS: Record<Need['kind'], string> = {
  input: 'Waits for your next prompt',
  permission: 'Asks for permission in its terminal',
  question: 'Asks something in its terminal',
}

/** An agent that waits without a request: nothing to decide here, only where to go. */
export function WaitsCard({ cardKey, sessionId, session, need, done }: WaitsCardProps) {
  const { board } = useGateway()
  const { go } = useRouter()
  const card = useRef<HTMLElement>(null)
  const title = useId()
  const message = neutralise(need.message)
  useKeys({ Enter: () => document.activeElement === card.current && go(sessionAddress(sessionId)) })
  const where = whereToAnswer(session, board.glances.get(sessionId))
  return (
    <article
      ref={card}
      className="request-card quiet-card"
      data-row
      data-request={cardKey}
      data-done={done}
      aria-labelledby={title}
      tabIndex={-1}
    >
      <header>
        <WhoAsks sessionId={sessionId} session={session} />
        <OpenAndWaits sessionId={sessionId} since={need.since} done={done} />
      </header>
      <h2 id={title}>{SAYS[need.kind]}</h2>
      {message !== '' && <p className="reason foreign">“{message}”</p>}
      <div className="ending">
        {done ? (
          <p className="request-outcome">The agent goes on</p>
        ) : session?.origin === 'driven' ? (
          <Link to={sessionAddress(sessionId)}>Open the session to write to it</Link>
        ) : (
          <p className="elsewhere">
            Write to it in its own terminal{where !== '' && <span className="foreign">: {where}</span>}
          </p>
        )}
      </div>
    </article>
  )
}
