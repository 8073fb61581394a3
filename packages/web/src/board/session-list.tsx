import { type FocusEvent, type PointerEvent, useCallback, useState } from 'react'
import type { BoardRow } from './board-row.js'
import { heldOrder } from './held-order.js'
import type { RowAction } from './row-actions.js'
import { RowMenu } from './row-menu.js'
import { SessionRow } from './session-row.js'
import './session-list.css'

interface SessionListProps {
  rows: readonly BoardRow[]
  onAct: (action: RowAction, row: BoardRow) => void
}

/** The rows, sorted by need. While the pointer or the focus is on them they keep their places. */
export function SessionList({ rows, onAct }: SessionListProps) {
  const [heldIds, setHeldIds] = useState<string[] | null>(null)
  const { shown, waiting } = heldIds ? heldOrder(rows, heldIds) : { shown: rows, waiting: 0 }
  const [menu, setMenu] = useState<{ row: BoardRow; button: HTMLElement } | null>(null)
  const openMenu = useCallback(
    (row: BoardRow, button: HTMLElement) => setMenu((open) => (open ? null : { row, button })),
    [],
  )
  const renew = () => setHeldIds(rows.map(({ id }) => id))
  const hold = () => setHeldIds((held) => held ?? rows.map(({ id }) => id))
  const release = () => setHeldIds(null)

  function onPointerLeave({ currentTarget }: PointerEvent<HTMLElement>) {
    if (!currentTarget.querySelector(':focus-visible')) release()
  }

  function onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
    if (!currentTarget.contains(relatedTarget) && !currentTarget.matches(':hover')) release()
  }

  return (
    <section
      className="session-list"
      aria-label="Sessions"
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && hold()}
      onPointerDown={hold}
      onPointerUp={({ pointerType }) => pointerType !== 'mouse' && release()}
      onPointerCancel={release}
      onPointerLeave={onPointerLeave}
      onFocus={hold}
      onBlur={onBlur}
    >
      <div className="board-grid board-words" aria-hidden="true">
        <span>State</span>
        <span>Session</span>
        <span>Now</span>
        <span className="agent">
          <span className="agent-name">Agent</span>
        </span>
        <span>Folder</span>
        <span className="figure">For</span>
        <span className="figure">Cost</span>
        <span className="figure age">Age</span>
      </div>
      {waiting > 0 && (
        <button type="button" className="link news" onClick={renew}>
          {waiting} new
        </button>
      )}
      <ul data-rows>
        {shown.map((row) => (
          <SessionRow key={row.id} row={row} isMenuOpen={menu?.row.id === row.id} onMenu={openMenu} />
        ))}
      </ul>
      {menu && (
        <RowMenu
          button={menu.button}
          session={menu.row.session}
          onPick={(action) => onAct(action, menu.row)}
          onClose={() => setMenu(null)}
        />
      )}
    </section>
  )
}
