import { useCallback, useSyncExternalStore } from 'react'

const TICK_MS = 1000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** One clock for all that show the time: hundreds of rows have hundreds of texts, but not hundreds of timers. */
function listen(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const one of listeners) one()
  }, TICK_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** A text that changes with the time; it is drawn anew only when it does. */
export function ClockText({ since, says }: { since: number; says: (ms: number) => string }) {
  return useSyncExternalStore(
    listen,
    useCallback(() => says(Date.now() - since), [since, says]),
  )
}
