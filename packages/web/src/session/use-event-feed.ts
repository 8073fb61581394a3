import { type Client, GatewayError, type SessionEvent, type Snapshot } from '@signalbox/client'
import { useEffect, useReducer, useState } from 'react'
import { type EventFeed, type FeedEntry, OPENING, opened, withNewer, withOlder } from './event-feed.js'
import { type OlderPage, readOlder } from './read-older.js'

type Change =
  | { type: 'opened'; snapshot: Snapshot }
  | { type: 'newer'; entry: FeedEntry }
  | ({ type: 'older' } & OlderPage)
  | { type: 'gone' }

function change(feed: EventFeed, change: Change): EventFeed {
  switch (change.type) {
    case 'opened':
      return opened(feed, change.snapshot)
    case 'newer':
      return withNewer(feed, change.entry)
    case 'older':
      return withOlder(feed, change.events, change.loadedAfter)
    case 'gone':
      return { ...feed, phase: 'gone' }
  }
}

/** Follows one session for as long as it is shown: the last page of what happened, then what happens. */
export function useEventFeed(client: Client, sessionId: string) {
  const [feed, tell] = useReducer(change, OPENING)
  const [reading, setReading] = useState(true)

  useEffect(() => {
    const ours = (told: { sessionId: string }) => told.sessionId === sessionId
    const stop = [
      client.on('snapshot', (snapshot) => {
        if (ours(snapshot)) tell({ type: 'opened', snapshot })
      }),
      client.on('event', (event: SessionEvent) => {
        if (!ours(event)) return
        tell(event.type === 'session_deleted' ? { type: 'gone' } : { type: 'newer', entry: event })
      }),
      client.on('gap', (gap) => {
        if (ours(gap) && gap.reason !== 'epoch') tell({ type: 'newer', entry: gap })
      }),
    ]
    client
      .join(sessionId)
      .then((snapshot) => readOlder(client, sessionId, snapshot.lastSeq))
      .then((page) => tell({ type: 'older', ...page }))
      .catch((error: unknown) => {
        if (error instanceof GatewayError && error.code === 'SessionNotFound') tell({ type: 'gone' })
      })
      .finally(() => setReading(false))
    return () => {
      for (const off of stop) off()
      client.leave(sessionId)
    }
  }, [client, sessionId])

  async function loadOlder() {
    setReading(true)
    try {
      tell({ type: 'older', ...(await readOlder(client, sessionId, feed.loadedAfter)) })
    } catch {
      // Lost while reading: the connection line says so, and the button is still there.
    } finally {
      setReading(false)
    }
  }

  return { feed, reading, loadOlder }
}
