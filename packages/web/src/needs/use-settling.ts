import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { isSettled } from './settled.js'

/** Nobody aims anew in less. */
const SETTLING_MS = 400

/** Takes no click for a moment after cards moved: a finger that was on its way would approve another one. */
export function useSettling(keys: readonly string[]): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null)
  const before = useRef(keys)
  useLayoutEffect(() => {
    const moved = !isSettled(before.current, keys)
    before.current = keys
    if (!moved) return
    const ignore = (event: MouseEvent) => {
      if (!list.current?.contains(event.target as Node)) return
      event.preventDefault()
      event.stopPropagation()
    }
    const end = () => {
      clearTimeout(timer)
      document.removeEventListener('click', ignore, true)
    }
    const timer = setTimeout(end, SETTLING_MS)
    document.addEventListener('click', ignore, true)
    return end
  }, [keys])
  useMovedCards(list, keys)
  return list
}

/** The same for a card that was moved by another one that grew, as when somebody else begins to look at it. */
function useMovedCards(list: RefObject<HTMLUListElement | null>, keys: readonly string[]): void {
  const places = useRef(new WeakMap<Element, { top: number; movedAt: number }>())
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list comes and goes with its cards
  useEffect(() => {
    const element = list.current
    if (!element) return
    const look = () => {
      for (const card of element.querySelectorAll<HTMLElement>(':scope > li')) {
        const before = places.current.get(card)
        const top = card.offsetTop
        if (before?.top === top) continue
        places.current.set(card, { top, movedAt: before ? performance.now() : Number.NEGATIVE_INFINITY })
      }
    }
    const ignore = (event: MouseEvent) => {
      const card = [...element.children].find((one) => one.contains(event.target as Node))
      const place = card && places.current.get(card)
      if (!place || performance.now() - place.movedAt >= SETTLING_MS) return
      event.preventDefault()
      event.stopPropagation()
    }
    const observer = new ResizeObserver(look)
    observer.observe(element)
    document.addEventListener('click', ignore, true)
    return () => {
      observer.disconnect()
      document.removeEventListener('click', ignore, true)
    }
  }, [list, keys])
}
