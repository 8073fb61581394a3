import { useEffect, useRef } from 'react'
import { BoundKeys, type KeyBindings } from './bound-keys.js'
import { isTaken } from './typing.js'

const KEYBOARD = new BoundKeys()

function onKey(event: KeyboardEvent): void {
  if (!isTaken(event) && KEYBOARD.press(event)) event.preventDefault()
}

/** Binds keys while the view is there. Never while somebody types, and never with a modifier held. */
export function useKeys(bindings: KeyBindings): void {
  const latest = useRef(bindings)
  useEffect(() => {
    latest.current = bindings
  })
  useEffect(() => {
    if (KEYBOARD.size === 0) window.addEventListener('keydown', onKey)
    const off = KEYBOARD.add(() => latest.current)
    return () => {
      off()
      if (KEYBOARD.size === 0) window.removeEventListener('keydown', onKey)
    }
  }, [])
}
