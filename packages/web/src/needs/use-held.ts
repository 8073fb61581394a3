import { type FocusEvent, type PointerEvent, useMemo, useState } from 'react'
import { type Held, NOBODY_THERE } from './arrange.js'

const CARD = '[data-request]'
const BELOW = '[data-below]'

/** Where the person is on the page, for whom nothing may move. Fingers leave nothing behind, so only a mouse counts. */
export function useHeld() {
  const [held, setHeld] = useState<Held>(NOBODY_THERE)
  const handlers = useMemo(() => {
    const change = (more: Partial<Held>) =>
      setHeld((before) => (isWithin(before, more) ? before : { ...before, ...more }))
    return {
      onPointerOver({ pointerType, target }: PointerEvent) {
        if (pointerType !== 'mouse' || !(target instanceof Element)) return
        change({ pointer: cardOf(target), below: target.closest(BELOW) !== null })
      },
      onPointerLeave: () => change({ pointer: null, below: false }),
      onFocus({ target }: FocusEvent) {
        // A click leaves the focus behind where nobody looks for it.
        change({ focus: target.matches(':focus-visible') ? cardOf(target) : null })
      },
      onBlur: () => change({ focus: null }),
    }
  }, [])
  return { held, handlers }
}

function cardOf(target: Element): string | null {
  return target.closest(CARD)?.getAttribute('data-request') ?? null
}

function isWithin(before: Held, more: Partial<Held>): boolean {
  return Object.entries(more).every(([name, value]) => before[name as keyof Held] === value)
}
