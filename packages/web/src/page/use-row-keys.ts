import { useKeys } from './use-keys.js'

/** Where `j` and `k` move: the rows of the list that has the focus, else of the first list. */
const LIST = '[data-rows]'
const ROW = '[data-row]'

/** Moves the focus from row to row. `Enter` opens a row by itself: rows are buttons and links. */
export function useRowKeys(onEscape?: () => void): void {
  useKeys({
    j: () => move(1, focusedList() ?? document.querySelector(LIST)),
    k: () => move(-1, focusedList() ?? document.querySelector(LIST)),
    // Elsewhere arrows scroll.
    ArrowDown: () => move(1, focusedList()),
    ArrowUp: () => move(-1, focusedList()),
    ...(onEscape ? { Escape: onEscape } : {}),
  })
}

function focusedList(): Element | null {
  return document.activeElement?.closest(LIST) ?? null
}

/** False where there is no list to move in. */
function move(step: number, list: Element | null): boolean {
  if (!list) return false
  const row = document.activeElement?.closest<HTMLElement>(ROW) ?? null
  // What is over may still stand there; nobody wants to go to it.
  const rows = [...list.querySelectorAll<HTMLElement>(ROW)].filter(
    (one) => one === row || one.dataset.done !== 'true',
  )
  const at = row ? rows.indexOf(row) : -1
  const current = rows.findIndex((one) => one.getAttribute('aria-current') === 'true')
  const next = at >= 0 ? at + step : current
  const target = rows[Math.min(Math.max(next, 0), rows.length - 1)]
  target?.focus()
  target?.scrollIntoView({ block: 'nearest' })
  return true
}
