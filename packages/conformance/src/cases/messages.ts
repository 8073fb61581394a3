import { type AnsweredMessageType, isAnswered, MESSAGES, type MessageType } from '@signalbox/protocol'

/** The fields a message cannot do without. */
const FIELDS: Record<AnsweredMessageType, (session: string) => object> = {
  authenticate: () => ({ token: 'x' }),
  ping: () => ({ ts: 1 }),
  list_sessions: () => ({}),
  create_session: () => ({ agentType: 'demo' }),
  rename_session: (sessionId) => ({ sessionId, name: 'New name' }),
  archive_session: (sessionId) => ({ sessionId }),
  unarchive_session: (sessionId) => ({ sessionId }),
  pause_session: (sessionId) => ({ sessionId }),
  resume_session: (sessionId) => ({ sessionId }),
  get_gateway_state: () => ({}),
  pause_gateway: () => ({}),
  resume_gateway: () => ({}),
  delete_session: (sessionId) => ({ sessionId }),
  join_session: (sessionId) => ({ sessionId }),
  leave_session: (sessionId) => ({ sessionId }),
  get_history: (sessionId) => ({ sessionId }),
  get_events: (sessionId) => ({ sessionId }),
  run_turn: (sessionId) => ({ sessionId, text: 'Hello' }),
  stop_turn: (sessionId) => ({ sessionId }),
  steer: (sessionId) => ({ sessionId, content: 'Hello' }),
  answer_question: (sessionId) => ({ sessionId, requestId: 'req_none', answers: {} }),
  respond_permission: (sessionId) => ({ sessionId, requestId: 'req_none', approved: true }),
  list_requests: () => ({}),
  list_attention: () => ({}),
  switch_mode: (sessionId) => ({ sessionId, mode: 'plan' }),
  set_autonomy_profile: (sessionId) => ({ sessionId, profile: 'recommended' }),
  update_session_settings: (sessionId) => ({ sessionId, settings: {} }),
}

const ALL = Object.keys(MESSAGES) as MessageType[]

/** The messages a gateway answers, and those it will. */
export const SERVED = ALL.filter(isAnswered)
export const LATER = ALL.filter((type) => !isAnswered(type))

/** A message with as few fields as there can be; one that is not served yet has none. */
export function minimal(type: MessageType, session: string): { type: MessageType } {
  return { type, ...(isAnswered(type) ? FIELDS[type](session) : {}) }
}

/** The messages that name a session. */
export const OF_SESSIONS = SERVED.filter((type) => 'sessionId' in minimal(type, 's'))
