import { useMemo } from 'react'
import { byNeed } from '../../board/by-need.js'
import { LampLight } from '../../board/lamp-light.js'
import { lampOf } from '../../board/lamp-of.js'
import { needText } from '../../board/session-book.js'
import { sessionName } from '../../board/session-name.js'
import { useGateway } from '../../gateway/gateway-context.js'
import { sessionAddress } from '../../route/address.js'
import { Link } from '../../route/link.js'
import './other-sessions.css'

const MOST = 60

/** The sessions beside the one that is open, those that need somebody first. */
export function OtherSessions({ sessionId }: { sessionId: string }) {
  const { board } = useGateway()
  const { book } = board
  const sorted = useMemo(
    () =>
      [...book.sessions.values()]
        .filter(({ archived }) => !archived)
        .sort(byNeed(book.needs))
        .slice(0, MOST),
    [book],
  )
  return (
    <nav className="other-sessions" aria-label="Sessions">
      <ul>
        {sorted.map((session) => (
          <li key={session.id}>
            <Link
              to={sessionAddress(session.id)}
              aria-current={session.id === sessionId ? 'page' : undefined}
            >
              <LampLight lamp={lampOf(session.status, needText(book, session.id) !== undefined)} />
              <span className="name foreign">{sessionName(session)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
