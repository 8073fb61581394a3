import { memo, useId } from 'react'
import { sessionAddress } from '../route/address.js'
import { Link } from '../route/link.js'
import { dayOf } from '../session/clock-time.js'
import { CopyButton } from '../show/copy-button.js'
import { visibleText } from '../show/visible-text.js'
import { When } from '../show/when.js'
import { harmlessJson, neutralise } from '../text/neutralise.js'
import { LevelMark } from './level-mark.js'
import type { LogRecord } from './log-record.js'
import './log-row.css'

interface LogRowProps {
  record: LogRecord
  session: string
  isOpen: boolean
  onToggle: (key: string) => void
}

function DrawnLogRow({ record, session, isOpen, onToggle }: LogRowProps) {
  const { key, at, level, body, rest, type } = record
  const detailId = useId()
  return (
    <li className="log-row" data-level={level}>
      <button
        type="button"
        data-row
        className="log-line"
        aria-expanded={isOpen}
        aria-controls={isOpen ? detailId : undefined}
        onClick={() => onToggle(key)}
      >
        <When at={at} />
        <LevelMark level={level} />
        <span className="log-body foreign">
          {body || 'a record without words'} {!isOpen && <span className="log-rest">{rest}</span>}
        </span>
        <span className="log-type foreign">{neutralise(type)}</span>
        <span className="log-session foreign">{session}</span>
      </button>
      {isOpen && <LogDetail id={detailId} record={record} />}
    </li>
  )
}

/** One record as a line. Drawn anew only when it is opened or closed: there may be thousands. */
export const LogRow = memo(DrawnLogRow)

function LogDetail({ id, record }: { id: string; record: LogRecord }) {
  const { at, attributes, sessionLink, raw } = record
  return (
    <div id={id} className="log-detail">
      <dl>
        <div>
          <dt>time</dt>
          <dd>
            {dayOf(at)} <When at={at} />
          </dd>
        </div>
        {attributes.map(([name, value]) => (
          <div key={name}>
            <dt className="foreign">{name}</dt>
            <dd className="foreign">{visibleText(value)}</dd>
          </div>
        ))}
      </dl>
      <p className="log-actions">
        <CopyButton text={harmlessJson(raw)} what="Copy as JSON" />
        {sessionLink !== '' && (
          <Link to={sessionAddress(sessionLink)} className="small-action">
            Open the session
          </Link>
        )}
      </p>
    </div>
  )
}
