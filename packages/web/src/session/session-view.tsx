import type { Client } from '@signalbox/client'
import type { SessionMeta } from '@signalbox/protocol'
import { LampLight } from '../board/lamp-light.js'
import { lampOf } from '../board/lamp-of.js'
import { sessionName } from '../board/session-name.js'
import { neutralise } from '../text/neutralise.js'
import { EventList } from './event-list.js'
import { useEventFeed } from './use-event-feed.js'
import './session-view.css'

interface SessionViewProps {
  client: Client
  sessionId: string
  /** Absent while the list is not there yet, or when the session is gone. */
  session: SessionMeta | undefined
  /** Why it needs a person; undefined when it does not, or nobody said why. */
  need: string | undefined
  onClose: () => void
}

/** One session: who it is, and its events as they come. */
export function SessionView({ client, sessionId, session, need, onClose }: SessionViewProps) {
  const { feed, reading, loadOlder } = useEventFeed(client, sessionId)
  return (
    <article className="session-view">
      <header>
        <button type="button" className="link back" onClick={onClose}>
          ← Sessions
        </button>
        <h1 className="foreign">{session ? sessionName(session) : 'Session'}</h1>
        {session && <LampLight lamp={lampOf(session.status, need !== undefined)} />}
        {session && <p className="foreign">{origin(session)}</p>}
        {session && need && <pre className="asks foreign">{neutralise(need)}</pre>}
      </header>
      {feed.phase === 'gone' ? (
        <p className="gone">This session was deleted, or never was. Nothing is kept of it.</p>
      ) : (
        feed.phase === 'open' && <EventList feed={feed} reading={reading} onOlder={loadOlder} />
      )}
    </article>
  )
}

function origin({ agentType, cwd }: SessionMeta): string {
  const parts = [agentType === 'unknown' ? '' : agentType, cwd ?? '']
  return neutralise(parts.filter((part) => part !== '').join(' in '))
}
