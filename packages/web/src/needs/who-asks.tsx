import type { SessionMeta } from '@signalbox/protocol'
import { agentName } from '../board/agent-mark.js'
import { sessionName } from '../board/session-name.js'
import { useNow } from '../page/use-now.js'
import { sessionAddress } from '../route/address.js'
import { Link } from '../route/link.js'
import { neutralise } from '../text/neutralise.js'
import { placeText } from './place-text.js'
import { shortWait } from './short-wait.js'

const TICK_MS = 1000

/** Who asks: the agent, its session, its folder; the name leads to the session. */
export function WhoAsks({ sessionId, session }: { sessionId: string; session: SessionMeta | undefined }) {
  const agent = session && session.agentType !== 'unknown' ? agentName(neutralise(session.agentType)) : ''
  const cwd = session?.cwd ?? ''
  return (
    <p className="who">
      <Link to={sessionAddress(sessionId)} className="foreign">
        {session ? sessionName(session) : 'a session'}
      </Link>
      {agent !== '' && <span className="foreign">{agent}</span>}
      {cwd !== '' && (
        <span className="folder foreign" title={neutralise(cwd)}>
          {placeText(cwd)}
        </span>
      )}
    </p>
  )
}

/** To the session, and how long it waits. */
export function OpenAndWaits({
  sessionId,
  since,
  done,
}: {
  sessionId: string
  since: number
  done: boolean
}) {
  return (
    <p className="aside">
      <Link to={sessionAddress(sessionId)} aria-label="Open the session">
        Open
      </Link>
      {!done && <Waits since={since} />}
    </p>
  )
}

/** How long it waits, told again every second. Not read aloud: it would never end. */
function Waits({ since }: { since: number }) {
  const now = useNow(TICK_MS)
  return (
    <time className="waits" dateTime={new Date(since).toISOString()} title={new Date(since).toLocaleString()}>
      <span className="unseen">waits since {new Date(since).toLocaleTimeString()}</span>
      <span aria-hidden="true">{shortWait(now - since)}</span>
    </time>
  )
}
