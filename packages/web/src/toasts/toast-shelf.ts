import type { ToastLevel } from '@signalbox/protocol'
import type { Toast } from './toast.js'

/** How long each stays by itself; null: until somebody dismisses it. */
export const STAYS_MS: Readonly<Record<ToastLevel, number | null>> = {
  info: 5000,
  warning: 7000,
  error: null,
}
/** So many are shown; the others are counted. */
export const MOST_SHOWN = 3

export interface ShelvedToast extends Toast {
  key: number
  leavesAt: number | null
}

/** The toasts there are, oldest first. */
export interface Shelf {
  toasts: readonly ShelvedToast[]
  /** Since when somebody reads them: no time passes for them meanwhile. */
  heldSince: number | null
  nextKey: number
}

export type ShelfChange =
  | { type: 'came'; toast: Toast; now: number }
  | { type: 'passed' | 'held' | 'released'; now: number }
  | { type: 'dismissed'; key: number }
  | { type: 'cleared' }

export const EMPTY_SHELF: Shelf = { toasts: [], heldSince: null, nextKey: 1 }

/** The shelf after something happened. Pure. */
export function changeShelf(shelf: Shelf, change: ShelfChange): Shelf {
  const { toasts, heldSince, nextKey } = shelf
  switch (change.type) {
    case 'came': {
      const stays = STAYS_MS[change.toast.level]
      // What comes while they are held has all its time once they are let go.
      const leavesAt = stays === null ? null : (heldSince ?? change.now) + stays
      return {
        ...shelf,
        toasts: [...toasts, { ...change.toast, key: nextKey, leavesAt }],
        nextKey: nextKey + 1,
      }
    }
    case 'passed':
      return heldSince === null
        ? keep(shelf, ({ leavesAt }) => leavesAt === null || leavesAt > change.now)
        : shelf
    case 'held':
      return heldSince === null ? { ...shelf, heldSince: change.now } : shelf
    case 'released': {
      if (heldSince === null) return shelf
      const held = change.now - heldSince
      const later = toasts.map((toast) =>
        toast.leavesAt === null ? toast : { ...toast, leavesAt: toast.leavesAt + held },
      )
      return { ...shelf, toasts: later, heldSince: null }
    }
    case 'dismissed':
      return keep(shelf, ({ key }) => key !== change.key)
    case 'cleared':
      return { ...shelf, toasts: [] }
  }
}

/** When the next one leaves by itself; null when none will. */
export function nextLeaving({ toasts, heldSince }: Shelf): number | null {
  const times = toasts.flatMap(({ leavesAt }) => leavesAt ?? [])
  return heldSince !== null || times.length === 0 ? null : Math.min(...times)
}

function keep(shelf: Shelf, stays: (toast: ShelvedToast) => boolean): Shelf {
  const toasts = shelf.toasts.filter(stays)
  return toasts.length === shelf.toasts.length ? shelf : { ...shelf, toasts }
}
