import { useState } from 'react'
import type { BoardRow } from '../board/board-row.js'
import { LampLight } from '../board/lamp-light.js'
import { useGateway } from '../gateway/gateway-context.js'
import { useNow } from '../page/use-now.js'
import { sessionAddress } from '../route/address.js'
import { Link } from '../route/link.js'
import { shortWait } from './short-wait.js'
import { workingList } from './working-list.js'
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
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setHeld(rows.map(({ id }) => id))}
      onPointerLeave={() => setHeld(null)}
    >
      <h2>Working now</h2>
      <ul>
        {shown.map((row) => (
          <li key={row.id}>
            <Row row={row} />
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

function Row({ row: { id, lamp, name, agent, now: doing, since } }: { row: BoardRow }) {
  const now = useNow(TICK_MS)
  return (
    <Link to={sessionAddress(id)} className="working-row" data-row>
      <LampLight lamp={lamp} />
      <span className="name foreign">{name}</span>
      <span className="agent foreign">{agent}</span>
      <span className="action foreign">{doing}</span>
      <time dateTime={new Date(since).toISOString()}>{shortWait(now - since)}</time>
    </Link>
  )
}
