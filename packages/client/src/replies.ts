import type { MESSAGES, Static } from '@signalbox/protocol'
import type { Frame, SessionEvent, SessionEventType } from './frame.js'

/** Which frame answers which message. Joining and leaving are methods of the client, which remembers them. */
export interface Replies {
  ping: 'pong'
  list_sessions: 'session_list'
  create_session: 'session_created'
  rename_session: 'session_updated'
  archive_session: 'session_archived'
  unarchive_session: 'session_unarchived'
  pause_session: 'session_paused'
  resume_session: 'session_resumed'
  delete_session: 'session_deleted'
  get_gateway_state: 'gateway_state'
  pause_gateway: 'gateway_state'
  resume_gateway: 'gateway_state'
  get_history: 'history'
  get_events: 'events'
  run_turn: 'turn_started'
  stop_turn: 'stop_acknowledged'
  steer: 'steer_sent'
  answer_question: 'question_resolved'
  respond_permission: 'approval_resolved'
  list_requests: 'request_list'
  list_attention: 'attention_list'
  switch_mode: 'mode_switched'
  set_autonomy_profile: 'autonomy_profile_updated'
  update_session_settings: 'session_settings_updated'
}

/** A client message; the gateway checks its fields again and names the one at fault. */
export type Message<T extends keyof Replies> = { type: T } & Static<(typeof MESSAGES)[T]['fields']>

/** What answers a message. Where that is an event, it is the same everybody else hears. */
export type Reply<T extends keyof Replies> = Frame<Replies[T]> &
  (Replies[T] extends SessionEventType ? SessionEvent<Replies[T]> : unknown)

/** Messages about one session, and what they say beside which. */
export type SessionMessageType = {
  [T in keyof Replies]: Message<T> extends { sessionId: string } ? T : never
}[keyof Replies]
export type SessionFields<T extends SessionMessageType> = Omit<Message<T>, 'type' | 'sessionId' | 'ref'>

/**
 * Lists, settings and turns with an id: done twice they come to the same. So a cut does not make them fail; they are
 * sent again when the client is back.
 */
const REPEATABLE = /^(run_turn|list_|set_|switch_|update_|get_gateway_state)/

/** Whether sending it a second time does nothing more. A turn is known again by its clientTurnId alone. */
export function isRepeatable({ type, clientTurnId }: { type: string; clientTurnId?: unknown }): boolean {
  return REPEATABLE.test(type) && (type !== 'run_turn' || clientTurnId !== undefined)
}
