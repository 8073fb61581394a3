import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** A card that is over keeps its height and, if it had it, the focus: what stands below it does not move. */
export function useSteadyCard(done: boolean): RefObject<HTMLElement | null> {
  const card = useRef<HTMLElement>(null)
  const before = useRef({ height: 0, focused: false, done })
  useEffect(() => {
    // A lever that is taken away leaves the focus nowhere, and nobody is told.
    const onFocus = ({ target }: FocusEvent) => {
      // A click needs no focus to go on from.
      const seen = target instanceof Element && target.matches(':focus-visible')
      before.current.focused = seen && (card.current?.contains(target) ?? false)
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [])
  useLayoutEffect(() => {
    const element = card.current
    const was = before.current
    if (!element) return
    if (done && !was.done) {
      element.style.minHeight = `${was.height}px`
      const nowhere = document.activeElement === null || document.activeElement === document.body
      if (was.focused && nowhere) element.focus({ preventScroll: true })
    }
    if (!done) {
      element.style.minHeight = ''
      was.height = element.offsetHeight
    }
    was.done = done
  })
  return card
}
