import type { Client } from '@signalbox/client'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { nextFrame } from './next-frame.js'
import { SessionFeed } from './session-feed.js'

/** Follows one session for as long as it is shown. */
export function useSessionFeed(client: Client, sessionId: string) {
  const feed = useMemo(() => new SessionFeed(client, sessionId, nextFrame), [client, sessionId])
  useEffect(() => feed.start(), [feed])
  const state = useSyncExternalStore(feed.subscribe, feed.state)
  return { ...state, feed }
}
