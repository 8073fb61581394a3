import type { SessionMeta } from '@signalbox/protocol'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { type RowAction, rowActions } from './row-actions.js'
import './row-menu.css'

const WORDS: Record<RowAction, string> = {
  rename: 'Rename…',
  pause: 'Pause',
  resume: 'Resume',
  archive: 'Archive',
  unarchive: 'Bring back',
  copy: 'Copy link',
  delete: 'Delete…',
}
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }
const ITEM = '[role=menuitem]'
const GAP = 4

interface RowMenuProps {
  /** The button it belongs to: it stands beside it, and the focus goes back there. */
  button: HTMLElement
  session: SessionMeta
  onPick: (action: RowAction) => void
  onClose: () => void
}

/** What can be done to a session. One for all rows: there may be hundreds. */
export function RowMenu({ button, session, onPick, onClose }: RowMenuProps) {
  const menu = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState({ top: 0, right: 0 })
  const actions = rowActions(session)

  useLayoutEffect(() => {
    const shown = menu.current
    if (!shown) return
    shown.showPopover()
    const { top, bottom, right } = button.getBoundingClientRect()
    const { height } = shown.getBoundingClientRect()
    const isBelow = bottom + GAP + height <= window.innerHeight
    setPlace({
      top: isBelow ? bottom + GAP : Math.max(GAP, top - GAP - height),
      right: window.innerWidth - right,
    })
    shown.querySelector<HTMLElement>(ITEM)?.focus()
  }, [button])

  function close() {
    button.focus()
    onClose()
  }

  function onKey(event: KeyboardEvent<HTMLDivElement>) {
    const step = STEPS[event.key]
    if (step === undefined && event.key !== 'Tab') return
    event.preventDefault()
    if (step === undefined) return close()
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>(ITEM)]
    const at = items.indexOf(document.activeElement as HTMLElement)
    items[(at + step + items.length) % items.length]?.focus()
  }

  return (
    <div
      ref={menu}
      className="row-menu"
      role="menu"
      tabIndex={-1}
      popover="auto"
      style={place}
      onKeyDown={onKey}
      // The browser gives the focus back itself, unless it was taken elsewhere.
      onToggle={({ newState }) => newState === 'closed' && onClose()}
    >
      {actions.map((action) => (
        <button
          key={action}
          type="button"
          role="menuitem"
          className={action === 'delete' ? 'grave' : undefined}
          onClick={() => {
            close()
            onPick(action)
          }}
        >
          {WORDS[action]}
        </button>
      ))}
    </div>
  )
}
