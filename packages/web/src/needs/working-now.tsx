import { useState } from 'react'
import { LampLight } from '../board/lamp-light.js'
import { lampOf } from '../board/lamp-of.js'
import { sessionName } from '../board/session-name.js'
import { useGateway } from '../gateway/gateway-context.js'
import { useNow } from '../page/use-now.js'
import { sessionAddress } from '../route/address.js'
import { Link } from '../route/link.js'
import { neutralise } from '../text/neutralise.js'
import { shortWait } from './short-wait.js'
import { type WorkingRow, workingList } from './working-list.js'
import './working-now.css'

const TICK_MS = 1000
/** More stand in the list of sessions. */
const MOST = 12

/** The sessions that work, a line each. While the pointer is on them they keep their places. */
export function WorkingNow() {
  const { board } = useGateway()
  const [held, setHeld] = useState<string[] | null>(null)
  const rows = workingList(board, held)
  const shown = rows.slice(0, MOST)
  if (rows.length === 0) return null
  return (
    <section
      className="working-now"
      aria-label="Working now"
      data-below
      onPointerEnter={({ pointerType }) =>
        pointerType === 'mouse' && setHeld(rows.map(({ session }) => session.id))
      }
      onPointerLeave={() => setHeld(null)}
    >
      <h2>Working now</h2>
      <ul>
        {shown.map((row) => (
          <li key={row.session.id}>
            <Row {...row} />
          </li>
        ))}
      </ul>
      {rows.length > shown.length && (
        <Link to="/sessions" className="link">
          {rows.length - shown.length} more
        </Link>
      )}
    </section>
  )
}

function Row({ session, glance }: WorkingRow) {
  const now = useNow(TICK_MS)
  return (
    <Link to={sessionAddress(session.id)} className="working-row" data-row>
      <LampLight lamp={lampOf(session.status, false)} />
      <span className="name foreign">{sessionName(session)}</span>
      <span className="agent foreign">{neutralise(glance.agent)}</span>
      <span className="action foreign">{neutralise(glance.action ?? '')}</span>
      <time dateTime={new Date(glance.since).toISOString()}>{shortWait(now - glance.since)}</time>
    </Link>
  )
}
