import { useEffect } from 'react'

/** Where `j` and `k` move: the rows of the list that has the focus, else of the first list. */
const LIST = '[data-rows]'
const ROW = '[data-row]'
const STEPS: Record<string, number> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 }

/** Moves the focus from row to row. `Enter` opens a row by itself: rows are buttons. */
export function useRowKeys(onEscape: () => void): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (event.key === 'Escape') onEscape()
      const step = STEPS[event.key]
      if (step === undefined) return
      const focused = document.activeElement
      const list = focused?.closest(LIST) ?? (event.key.length === 1 ? document.querySelector(LIST) : null)
      if (!list) return
      event.preventDefault()
      moveFocus([...list.querySelectorAll<HTMLElement>(ROW)], focused, step)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [onEscape])
}

function moveFocus(rows: HTMLElement[], focused: Element | null, step: number): void {
  const at = rows.indexOf(focused as HTMLElement)
  const current = rows.findIndex((row) => row.getAttribute('aria-current') === 'true')
  const next = at >= 0 ? at + step : current
  rows[Math.min(Math.max(next, 0), rows.length - 1)]?.focus()
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
}
