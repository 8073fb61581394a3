import { type FocusEvent, type PointerEvent, useEffect, useMemo, useState } from 'react'

/** Scrolled further than this, somebody reads what is below. */
const READING_PX = 24

/**
 * The newest line there was when somebody began to read: with the pointer or the focus on the list, scrolled down, or
 * with a record open. Null while nobody does.
 */
export function useHeldKey(newest: string | null, isOpen: boolean) {
  const [hands, setHands] = useState(false)
  const [scrolled, setScrolled] = useState(false)
  const [heldKey, setHeldKey] = useState<string | null>(null)
  const reading = hands || scrolled || isOpen
  if (reading && heldKey === null && newest !== null) setHeldKey(newest)
  if (!reading && heldKey !== null) setHeldKey(null)
  useEffect(() => {
    const page = document.querySelector('main')
    if (!page) return
    const look = () => setScrolled(page.scrollTop > READING_PX)
    page.addEventListener('scroll', look, { passive: true })
    return () => page.removeEventListener('scroll', look)
  }, [])
  const handlers = useMemo(
    () => ({
      onPointerEnter: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && setHands(true),
      onPointerLeave({ currentTarget }: PointerEvent<HTMLElement>) {
        if (!currentTarget.querySelector(':focus-visible')) setHands(false)
      },
      onFocus: () => setHands(true),
      onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
        if (!currentTarget.contains(relatedTarget) && !currentTarget.matches(':hover')) setHands(false)
      },
    }),
    [],
  )
  return { heldKey, handlers, renew: () => setHeldKey(newest) }
}

export type HoldHandlers = ReturnType<typeof useHeldKey>['handlers']
