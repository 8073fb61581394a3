import { memo } from 'react'
import { sessionAddress } from '../../route/address.js'
import { Link } from '../../route/link.js'
import { CopyButton } from '../../show/copy-button.js'
import { Unbroken } from '../../show/unbroken.js'
import { clockTime, dayOf } from '../clock-time.js'
import { type ItemActions, ItemView } from './item-view.js'
import type { Row } from './rows.js'
import './item-row.css'

interface ItemRowProps {
  row: Row
  sessionId: string
  /** The row before it says the same time. */
  repeats: boolean
  /** The row the address leads to. */
  marked: boolean
  actions: ItemActions & { onRaw: (seq: number) => void }
}

/** An item with its time, which is the link to it, and the way to its raw form. */
export const ItemRow = memo(function ItemRow({ row, sessionId, repeats, marked, actions }: ItemRowProps) {
  const { item, first } = row
  const { seq, ts } = item
  return (
    <div
      className="item-row"
      data-kind={item.kind}
      data-marked={marked}
      data-first={first}
      data-repeats={repeats}
    >
      {first && ts > 0 ? (
        <Link
          to={sessionAddress(sessionId, seq)}
          className="at"
          data-row
          title={`${dayOf(ts)} ${clockTime(ts)}, event ${seq}. A link to this place.`}
        >
          <time dateTime={new Date(ts).toISOString()}>{clockTime(ts)}</time>
        </Link>
      ) : (
        <span className="at" />
      )}
      <div className="body">
        <Unbroken instead={<p className="quiet">This cannot be drawn. Its raw form has all of it.</p>}>
          <ItemView row={row} actions={actions} />
        </Unbroken>
        {marked && first && <MarkedActions seq={seq} onRaw={actions.onRaw} />}
      </div>
      {first && (
        <button
          type="button"
          className="raw"
          aria-label={`Raw form of event ${seq}`}
          title="Raw form"
          onClick={() => actions.onRaw(seq)}
        >
          {'{}'}
        </button>
      )}
    </div>
  )
})

function MarkedActions({ seq, onRaw }: { seq: number; onRaw: (seq: number) => void }) {
  return (
    <p className="marked-actions">
      <span>Linked: event {seq}</span>
      <CopyButton text={window.location.href} what="Copy link" />
      <button type="button" className="small-action" onClick={() => onRaw(seq)}>
        Raw form
      </button>
    </p>
  )
}
