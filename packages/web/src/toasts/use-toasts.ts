import { useEffect, useReducer } from 'react'
import { followStream } from '../gateway/follow-stream.js'
import { readToast } from './toast.js'
import { changeShelf, EMPTY_SHELF, nextLeaving, type Shelf, type ShelfChange } from './toast-shelf.js'

const STREAM = '/api/notifications/stream'

/** The toasts of flows since the page was opened. */
export function useToasts(): [shelf: Shelf, change: (change: ShelfChange) => void] {
  const [shelf, change] = useReducer(changeShelf, EMPTY_SHELF)
  useEffect(() => followWhileSeen(change), [])
  const next = nextLeaving(shelf)
  useEffect(() => {
    if (next === null) return
    const timer = setTimeout(() => change({ type: 'passed', now: Date.now() }), next - Date.now())
    return () => clearTimeout(timer)
  }, [next])
  return [shelf, change]
}

/**
 * Listens while the page is in sight: a browser has six connections to a gateway for all its tabs. What was said
 * meanwhile comes when somebody looks again.
 */
function followWhileSeen(change: (change: ShelfChange) => void): () => void {
  let following: { stop: () => string } | null = null
  let lastId = ''
  function look() {
    const isSeen = document.visibilityState === 'visible'
    change({ type: isSeen ? 'released' : 'held', now: Date.now() })
    if (isSeen === (following !== null)) return
    if (following) {
      lastId = following.stop()
      following = null
      return
    }
    following = followStream(STREAM, {
      lastId,
      // The bar says when the gateway is gone.
      onState: () => undefined,
      onMessage({ data }) {
        const toast = readToast(data)
        if (toast) change({ type: 'came', toast, now: Date.now() })
      },
    })
  }
  look()
  document.addEventListener('visibilitychange', look)
  return () => {
    document.removeEventListener('visibilitychange', look)
    following?.stop()
  }
}
