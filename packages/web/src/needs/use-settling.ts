import { type RefObject, useLayoutEffect, useRef } from 'react'
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
  return list
}
