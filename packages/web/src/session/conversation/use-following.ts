import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Who is this close to the end is at the end. */
const END_PX = 48

/** Whether the reader is at the end, where what comes is followed. Who scrolls up is left where they are. */
export function useFollowing(
  scroller: RefObject<HTMLElement | null>,
  fromStart: boolean,
  height: number,
): { following: boolean; onScroll: () => void } {
  const [following, setFollowing] = useState(fromStart)
  const lastTop = useRef(0)

  function onScroll() {
    const element = scroller.current
    if (!element) return
    const { scrollTop, scrollHeight, clientHeight } = element
    const atEnd = scrollHeight - scrollTop - clientHeight <= END_PX
    // Only a way up is a wish to leave: at the end it grows faster than one frame after the other shows.
    if (atEnd) setFollowing(true)
    else if (scrollTop < lastTop.current - 1) setFollowing(false)
    lastTop.current = scrollTop
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever it grew
  useLayoutEffect(() => {
    const element = scroller.current
    if (following) toEnd(element)
    else if (element && element.scrollHeight <= element.clientHeight) setFollowing(true)
  }, [following, height])

  return { following, onScroll }
}

export function toEnd(element: HTMLElement | null): void {
  if (element) element.scrollTop = element.scrollHeight
}
