import { MESSAGES, type MessageType } from '@signalbox/protocol'

/** The fields a message cannot do without. */
const FIELDS: Record<MessageType, (session: string) => object> = {
  authenticate: () => ({ token: 'x' }),
  ping: () => ({ ts: 1 }),
  list_sessions: () => ({}),
  create_session: () => ({ agentType: 'demo' }),
  rename_session: (sessionId) => ({ sessionId, name: 'New name' }),
  archive_session: (sessionId) => ({ sessionId }),
  unarchive_session: (sessionId) => ({ sessionId }),
  delete_session: (sessionId) => ({ sessionId }),
  join_session: (sessionId) => ({ sessionId }),
  leave_session: (sessionId) => ({ sessionId }),
  get_history: (sessionId) => ({ sessionId }),
  get_events: (sessionId) => ({ sessionId }),
}

/** A message's fields, as few as there can be; nothing for one that is not served yet. */
export function minimal(type: string, session: string): object {
  return Object.hasOwn(MESSAGES, type) ? FIELDS[type as MessageType](session) : {}
}

/** The messages that name a session. */
export function sessionMessages(): string[] {
  return Object.keys(MESSAGES).filter((type) => 'sessionId' in minimal(type, 's'))
}
