import { type JsonObject, type SessionMeta, uuidTime } from '@signalbox/protocol'

/** The id of a session as this door says it. */
export function threadId(sessionId: string): string {
  return `thread_${sessionId}`
}

/** A session as this door shows it. */
export function threadForm(session: SessionMeta): JsonObject {
  const { id, name, agentType } = session
  return {
    thread_id: threadId(id),
    session_id: threadId(id),
    state: threadState(session),
    name,
    agent: agentType,
    started_at: startedAt(session),
  }
}

/** When a thread was made: it is told from its id everywhere, so that every line says the same. */
export function startedAt({ id, createdAt }: SessionMeta): string {
  return timeText(uuidTime(id) ?? createdAt)
}

export function timeText(ms: number): string {
  return new Date(ms).toISOString()
}

/** Closed: put away, or watched from outside with its agent gone. */
export function threadState({
  archived,
  paused,
  origin,
  status,
}: SessionMeta): 'running' | 'paused' | 'closed' {
  if (archived || (origin === 'observed' && status === 'inactive')) return 'closed'
  return paused ? 'paused' : 'running'
}
