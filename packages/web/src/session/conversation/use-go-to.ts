import { useEffect, useState } from 'react'
import type { SessionFeed } from '../feed/session-feed.js'

/** Goes to the event of the address, once per address; reads what is older until it is there. True when it is done. */
export function useGoTo(
  event: number | null,
  { loadedAfter, idle }: { loadedAfter: number; idle: boolean },
  row: number,
  feed: SessionFeed,
  go: (index: number) => void,
): boolean {
  const [gone, setGone] = useState<number | null>(null)
  const here = event === null || event > loadedAfter || loadedAfter === 0
  useEffect(() => {
    if (event !== null && !here && idle) void feed.loadOlder(event)
  }, [event, here, idle, feed])
  useEffect(() => {
    if (event === null || event === gone || !here) return
    setGone(event)
    // What came before the first that is told is found where the telling begins.
    go(Math.max(row, 0))
  })
  return event === null || event === gone
}

/** Whether a row is seen as a whole: then nobody has to be taken to it. */
export function isInSight(scroller: HTMLElement | null, index: number): boolean {
  const row = scroller?.querySelector(`[data-index="${index}"]`)
  if (!scroller || !row) return false
  const [inner, outer] = [row.getBoundingClientRect(), scroller.getBoundingClientRect()]
  return inner.top >= outer.top && inner.bottom <= outer.bottom
}
