import type { SessionEvent } from '@signalbox/client'
import type { SessionMeta } from '@signalbox/protocol'

/** The sessions that were put away, as far as they were read. */
export type ArchivedList = ReadonlyMap<string, SessionMeta>

/** Those of a list that were put away. */
export function archivedOf(sessions: readonly SessionMeta[]): ArchivedList {
  return new Map(sessions.filter(({ archived }) => archived).map((session) => [session.id, session]))
}

/** After one event of the tenant. */
export function archivedHeard(list: ArchivedList, event: SessionEvent): ArchivedList {
  switch (event.type) {
    case 'session_archived':
      return new Map(list).set(event.sessionId, event.session)
    case 'session_updated':
    case 'session_paused':
    case 'session_resumed':
      return list.has(event.sessionId) ? new Map(list).set(event.sessionId, event.session) : list
    case 'session_unarchived':
    case 'session_deleted': {
      const rest = new Map(list)
      return rest.delete(event.sessionId) ? rest : list
    }
    default:
      return list
  }
}
