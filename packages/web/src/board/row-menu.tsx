import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import './row-menu.css'

export type RowAction = 'rename' | 'archive' | 'unarchive' | 'copy' | 'delete'

const WORDS: Record<RowAction, string> = {
  rename: 'Rename…',
  archive: 'Archive',
  unarchive: 'Bring back',
  copy: 'Copy link',
  delete: 'Delete…',
}
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }
const GAP = 4

interface RowMenuProps {
  name: string
  archived: boolean
  onPick: (action: RowAction) => void
}

/** What can be done to a session, behind a button with three dots. */
export function RowMenu({ name, archived, onPick }: RowMenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const [place, setPlace] = useState({ top: 0, right: 0 })
  const actions: RowAction[] = ['rename', 'copy', archived ? 'unarchive' : 'archive', 'delete']

  useLayoutEffect(() => {
    if (!open || !button.current || !menu.current) return
    const { top, bottom, right } = button.current.getBoundingClientRect()
    const { height } = menu.current.getBoundingClientRect()
    const below = bottom + GAP + height <= window.innerHeight
    setPlace({
      top: below ? bottom + GAP : Math.max(GAP, top - GAP - height),
      right: window.innerWidth - right,
    })
    menu.current.querySelector<HTMLElement>('[role=menuitem]')?.focus()
  }, [open])

  function pick(action: RowAction) {
    menu.current?.hidePopover()
    onPick(action)
  }

  function onKey(event: KeyboardEvent<HTMLDivElement>) {
    const step = STEPS[event.key]
    if (step === undefined && event.key !== 'Tab') return
    event.stopPropagation()
    if (step === undefined) return menu.current?.hidePopover()
    event.preventDefault()
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')]
    const at = items.indexOf(document.activeElement as HTMLElement)
    items[(at + step + items.length) % items.length]?.focus()
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className="row-menu-button"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={`What to do with ${name}`}
        popoverTarget={id}
      >
        <span aria-hidden="true">⋯</span>
      </button>
      <div
        ref={menu}
        id={id}
        className="row-menu"
        role="menu"
        tabIndex={-1}
        popover="auto"
        style={place}
        onKeyDown={onKey}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {open &&
          actions.map((action) => (
            <button
              key={action}
              type="button"
              role="menuitem"
              className={action === 'delete' ? 'grave' : undefined}
              onClick={() => pick(action)}
            >
              {WORDS[action]}
            </button>
          ))}
      </div>
    </>
  )
}
