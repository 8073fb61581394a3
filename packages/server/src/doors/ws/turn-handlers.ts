import { caller, type Handlers } from './call.js'

type TurnMessages =
  | 'run_turn'
  | 'stop_turn'
  | 'steer'
  | 'answer_question'
  | 'respond_permission'
  | 'list_requests'
  | 'list_attention'
  | 'switch_mode'
  | 'set_autonomy_profile'
  | 'update_session_settings'

/** Driving an agent: turns, the answers it waits for, how freely it works. */
export const turnHandlers: Handlers<TurnMessages> = {
  async run_turn(call) {
    const { sessionId, text, clientTurnId } = call.fields
    const wish = { text, ...(clientTurnId === undefined ? {} : { clientTurnId }) }
    const before = await call.connection.deps.turns.run(caller(call), sessionId, wish)
    if (before) call.connection.reply({ type: 'turn_started', ...before, clientTurnId }, call.ref)
  },
  async stop_turn(call) {
    const before = await call.connection.deps.turns.stop(caller(call), call.fields.sessionId)
    if (before) call.connection.reply({ type: 'stop_acknowledged', ...before }, call.ref)
  },
  steer: (call) => call.connection.deps.turns.steer(caller(call), call.fields.sessionId, call.fields.content),

  async answer_question(call) {
    const { sessionId, requestId, answers, dismissed = false } = call.fields
    await call.connection.deps.requests.respond(caller(call), requestId, { answers, dismissed }, sessionId)
  },
  async respond_permission(call) {
    const { sessionId, requestId, approved, message, remember } = call.fields
    const answer = {
      approved,
      ...(message === undefined ? {} : { message }),
      ...(remember === undefined ? {} : { remember }),
    }
    await call.connection.deps.requests.respond(caller(call), requestId, answer, sessionId)
  },
  async list_requests({ connection, identity, fields, ref }) {
    const requests = await connection.deps.requests.list(identity, fields)
    connection.reply({ type: 'request_list', requests }, ref)
  },
  async list_attention({ connection, identity, fields, ref }) {
    const attention = await connection.deps.requests.attention(identity, fields)
    connection.reply({ type: 'attention_list', attention }, ref)
  },

  switch_mode: (call) =>
    call.connection.deps.turns.switchMode(caller(call), call.fields.sessionId, call.fields.mode),
  set_autonomy_profile: (call) =>
    call.connection.deps.turns.setAutonomyProfile(caller(call), call.fields.sessionId, call.fields.profile),
  update_session_settings: (call) =>
    call.connection.deps.turns.updateSettings(caller(call), call.fields.sessionId, call.fields.settings),
}
