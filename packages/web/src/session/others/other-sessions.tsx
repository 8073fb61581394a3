import { useMemo } from 'react'
import { byNeed } from '../../board/by-need.js'
import { LampLight } from '../../board/lamp-light.js'
import { sessionLamp } from '../../board/lamp-of.js'
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
    <aside className="other-sessions" aria-label="Other sessions">
      <ul>
        {sorted.map((session) => (
          <li key={session.id}>
            <Link
              to={sessionAddress(session.id)}
              aria-current={session.id === sessionId ? 'page' : undefined}
            >
              <LampLight
                lamp={sessionLamp(
                  session,
                  needText(book, session.id) !== undefined,
                  board.glances.get(session.id),
                )}
              />
              <span className="name foreign">{sessionName(session)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </aside>
  )
}
