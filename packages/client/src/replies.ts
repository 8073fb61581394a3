import type { MESSAGES, Static } from '@signalbox/protocol'

/** Which frame answers which message. Joining and leaving are methods of the client, which remembers them. */
export interface Replies {
  ping: 'pong'
  list_sessions: 'session_list'
  create_session: 'session_created'
  rename_session: 'session_updated'
  archive_session: 'session_archived'
  unarchive_session: 'session_unarchived'
  delete_session: 'session_deleted'
  get_history: 'history'
  get_events: 'events'
}

/** A client message; the gateway checks its fields again and names the one at fault. */
export type Message<T extends keyof Replies> = { type: T } & Static<(typeof MESSAGES)[T]['fields']>
