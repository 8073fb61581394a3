import { lazy, Suspense } from 'react'

/** What draws a conversation is not needed to see who needs somebody: it is loaded when one is opened. */
const SessionView = lazy(async () => ({ default: (await import('./session-view.js')).SessionView }))

/** One session by its address; `event` is the number of the one that is linked to. */
export function SessionPage(place: { sessionId: string; event: number | null }) {
  return (
    <Suspense fallback={<p className="loading">Opening the session…</p>}>
      <SessionView {...place} />
    </Suspense>
  )
}
