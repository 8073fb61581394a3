import { memo } from 'react'
import { ClockText } from '../page/clock-text.js'
import { PausedMark } from '../page/paused-mark.js'
import { sessionAddress } from '../route/address.js'
import { Link } from '../route/link.js'
import { isOwnFolder } from '../text/own-folder.js'
import { shortAge } from '../text/short-age.js'
import { shortFolder } from '../text/short-folder.js'
import { AgentMark } from './agent-mark.js'
import type { BoardRow } from './board-row.js'
import { costText } from './cost-text.js'
import { elapsed } from './elapsed.js'
import { LampLight } from './lamp-light.js'
import type { Lamp } from './lamp-of.js'
import './session-row.css'

interface SessionRowProps {
  row: BoardRow
  isMenuOpen: boolean
  onMenu: (row: BoardRow, button: HTMLElement) => void
}

function DrawnRow({ row, isMenuOpen, onMenu }: SessionRowProps) {
  const { session, lamp, name, now, agent, folder, costMicroDollars } = row
  return (
    <li className="session-row" data-lamp={lamp}>
      <Link to={sessionAddress(row.id)} data-row className="open">
        <LampLight lamp={lamp} />
        <span className="called">
          <span className="name foreign" title={name}>
            {name}
          </span>
          {session.paused && <PausedMark />}
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
          <ClockText since={row.since} says={WATCHED.has(lamp) ? elapsed : shortAge} />
        </span>
        <span className="cost">{costMicroDollars === undefined ? '' : costText(costMicroDollars)}</span>
        <time className="age" dateTime={new Date(session.createdAt).toISOString()} title="Since it began">
          <ClockText since={session.createdAt} says={shortAge} />
        </time>
      </Link>
      <button
        type="button"
        className="row-menu-button"
        aria-haspopup="menu"
        aria-expanded={isMenuOpen}
        aria-label={`What to do with ${name}`}
        onClick={({ currentTarget }) => onMenu(row, currentTarget)}
      >
        <span aria-hidden="true">⋯</span>
      </button>
    </li>
  )
}

/** Of these the seconds count. */
const WATCHED: ReadonlySet<Lamp> = new Set(['needs', 'working', 'waiting'])

/** One session as an instrument. Drawn anew only when something in it changed: there may be hundreds. */
export const SessionRow = memo(
  DrawnRow,
  (before, after) =>
    before.isMenuOpen === after.isMenuOpen &&
    before.onMenu === after.onMenu &&
    isSameRow(before.row, after.row),
)

function isSameRow(one: BoardRow, other: BoardRow): boolean {
  return (Object.keys(one) as (keyof BoardRow)[]).every((key) => one[key] === other[key])
}
