import { useCallback, useEffect, useRef, useState } from 'react'
import type { Outcome, Refusal } from './send-json.js'

export interface Reading<T> {
  /** What was read last; null until something was. */
  value: T | null
  /** Why the last reading failed; null when it did not. */
  refusal: Refusal | null
  again: () => void
}

/** Reads now, every so often while the page is in sight, and when somebody comes back to it. `read` is asked as it is now. */
export function useReading<T>(read: () => Promise<Outcome<T>>, everyMs: number): Reading<T> {
  const [value, setValue] = useState<T | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const readings = useRef(0)
  const again = useCallback(() => {
    readings.current += 1
    const reading = readings.current
    read().then((outcome) => {
      // An answer that was overtaken is older than what is shown.
      if (reading !== readings.current) return
      setRefusal(outcome.kind === 'refused' ? outcome : null)
      if (outcome.kind === 'done') setValue(outcome.value)
    })
  }, [read])
  useEffect(() => {
    again()
    const look = () => document.visibilityState === 'visible' && again()
    const timer = setInterval(look, everyMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      readings.current += 1
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [again, everyMs])
  return { value, refusal, again }
}
