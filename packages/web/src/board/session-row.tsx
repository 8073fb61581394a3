import { memo } from 'react'
import { sessionAddress } from '../route/address.js'
import { Link } from '../route/link.js'
import { isOwnFolder } from '../text/own-folder.js'
import { shortFolder } from '../text/short-folder.js'
import { AgentMark } from './agent-mark.js'
import type { BoardRow } from './board-row.js'
import { costText } from './cost-text.js'
import { LampLight } from './lamp-light.js'
import { type RowAction, RowMenu } from './row-menu.js'
import './session-row.css'

interface SessionRowProps {
  row: BoardRow
  /** How long it is in its state. */
  elapsed: string
  /** How long ago it began. */
  age: string
  onAct: (action: RowAction, row: BoardRow) => void
}

function DrawnRow({ row, elapsed, age, onAct }: SessionRowProps) {
  const { session, lamp, name, now, agent, folder, costMicroDollars } = row
  return (
    <li className="session-row" data-lamp={lamp}>
      <Link to={sessionAddress(row.id)} data-row className="open">
        <LampLight lamp={lamp} />
        <span className="name foreign" title={name}>
          {name}
        </span>
        <span className="now foreign" title={now || undefined}>
          {now}
        </span>
        <span className="agent">
          <AgentMark agent={agent} />
        </span>
        <span className="folder foreign" title={folder || undefined}>
          {isOwnFolder(folder) ? 'a folder of its own' : folder && shortFolder(folder)}
        </span>
        <span className="elapsed" title="In this state">
          {elapsed}
        </span>
        <span className="cost">{costMicroDollars === undefined ? '' : costText(costMicroDollars)}</span>
        <time className="age" dateTime={new Date(session.createdAt).toISOString()} title="Since it began">
          {age}
        </time>
      </Link>
      <RowMenu name={name} archived={session.archived} onPick={(action) => onAct(action, row)} />
    </li>
  )
}

/** One session as an instrument. Drawn anew only when something in it changed: there may be hundreds. */
export const SessionRow = memo(
  DrawnRow,
  (before, after) =>
    before.elapsed === after.elapsed &&
    before.age === after.age &&
    before.onAct === after.onAct &&
    isSameRow(before.row, after.row),
)

function isSameRow(one: BoardRow, other: BoardRow): boolean {
  return (Object.keys(one) as (keyof BoardRow)[]).every((key) => one[key] === other[key])
}
