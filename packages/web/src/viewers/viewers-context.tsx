import type { Viewer } from '@signalbox/protocol'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { readJson } from '../gateway/read-json.js'
import { othersLooking } from './others.js'

const EVERY_MS = 5_000

const ViewersContext = createContext<readonly Viewer[]>([])

/** Knows who else is there, while somebody looks at this page and it is live. */
export function ViewersProvider({ live, children }: { live: boolean; children: ReactNode }) {
  const [viewers, setViewers] = useState<readonly Viewer[]>([])
  useEffect(() => {
    if (!live) return
    let over = false
    async function read() {
      if (document.hidden) return
      const answer = await readJson<{ viewers: Viewer[] }>('/api/viewers')
      if (!over && answer.kind === 'read') setViewers(answer.value.viewers)
    }
    void read()
    const timer = setInterval(read, EVERY_MS)
    document.addEventListener('visibilitychange', read)
    return () => {
      over = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', read)
    }
  }, [live])
  return <ViewersContext value={viewers}>{children}</ViewersContext>
}

/** A line that says who else has a session open; nothing where nobody has. */
export function OthersLooking({ sessionId }: { sessionId: string }) {
  const text = othersLooking(useContext(ViewersContext), sessionId)
  return text === undefined ? null : <p className="others-looking foreign">{text}</p>
}
