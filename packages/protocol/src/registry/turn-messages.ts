import { s } from '../schema.js'
import { EXAMPLE } from './example.js'
import { GITHUB_ACTION_NAMES, githubAction } from './github-events.js'
import { later, message } from './message-row.js'
import { AgentMode, AutonomyProfile, RequestStatus, SessionId, settingsFields } from './shapes.js'

const { sessionId } = EXAMPLE
const requestId = s.string({ minLength: 1 })

/** Driving an agent: turns, the answers it waits for, how freely it works. */
export const turnMessages = {
  run_turn: message({
    permission: 'session:write',
    fields: {
      sessionId: SessionId,
      text: s.string({ minLength: 1 }),
      clientTurnId: s.optional(s.string({ minLength: 1, maxLength: 200 })),
    },
    replies: ['turn_started'],
    description: 'Gives the agent a prompt; the same clientTurnId twice starts one turn.',
    example: { type: 'run_turn', sessionId, text: 'Fix the bug in main.rs', clientTurnId: 'web-17' },
  }),
  stop_turn: message({
    permission: 'session:write',
    fields: { sessionId: SessionId },
    replies: ['stop_acknowledged'],
    description: 'Stops the running turn.',
    example: { type: 'stop_turn', sessionId },
  }),
  steer: message({
    permission: 'session:steer',
    fields: { sessionId: SessionId, content: s.string({ minLength: 1 }) },
    replies: ['steer_sent'],
    description: 'Says something to the agent while it works.',
    example: { type: 'steer', sessionId, content: 'Leave the tests as they are' },
  }),
  answer_question: message({
    permission: 'session:write',
    fields: {
      sessionId: SessionId,
      requestId,
      answers: s.record(s.string()),
      dismissed: s.optional(s.boolean()),
    },
    replies: ['question_resolved'],
    description: 'Answers the questions of a request, or dismisses them; the first answer counts.',
    example: { type: 'answer_question', sessionId, requestId: 'req_2', answers: { strategy: 'incremental' } },
  }),
  respond_permission: message({
    permission: 'session:write',
    fields: {
      sessionId: SessionId,
      requestId,
      approved: s.boolean(),
      message: s.optional(s.string()),
      remember: s.optional(s.boolean()),
    },
    replies: ['approval_resolved'],
    description: 'Allows or denies what the agent asks to do; the first answer counts.',
    example: { type: 'respond_permission', sessionId, requestId: 'req_1', approved: true },
  }),
  github_answer: later({
    permission: 'session:write',
    fields: {
      sessionId: SessionId,
      requestId,
      action: githubAction,
      approved: s.boolean(),
      comment: s.optional(s.string()),
    },
    replies: GITHUB_ACTION_NAMES.map((action) => `github.${action}_answer` as const),
    description: 'Allows or denies a write to GitHub.',
    example: {
      type: 'github_answer',
      sessionId,
      requestId: 'req_3',
      action: 'create_pr',
      approved: false,
      comment: 'Squash it first',
    },
  }),
  list_requests: message({
    permission: 'session:read',
    fields: {
      status: s.optional(RequestStatus),
      limit: s.optional(s.integer({ minimum: 1, maximum: 1000 })),
    },
    replies: ['request_list'],
    description: 'Lists what agents ask people, over all sessions of the tenant.',
    example: { type: 'list_requests', status: 'pending' },
  }),
  list_attention: message({
    permission: 'session:read',
    fields: {
      status: s.optional(s.oneOf(['raised', 'cleared'])),
      limit: s.optional(s.integer({ minimum: 1, maximum: 1000 })),
    },
    replies: ['attention_list'],
    description: 'Lists the sessions that need a person.',
    example: { type: 'list_attention', status: 'raised' },
  }),
  switch_mode: message({
    permission: 'session:write',
    fields: { sessionId: SessionId, mode: AgentMode },
    replies: ['mode_switched'],
    description: 'Lets the agent work in another way.',
    example: { type: 'switch_mode', sessionId, mode: 'plan' },
  }),
  set_autonomy_profile: message({
    permission: 'session:write',
    fields: { sessionId: SessionId, profile: AutonomyProfile },
    replies: ['autonomy_profile_updated'],
    description: 'Sets how much the agent may do without asking.',
    example: { type: 'set_autonomy_profile', sessionId, profile: 'recommended' },
  }),
  update_session_settings: message({
    permission: 'session:write',
    fields: { sessionId: SessionId, settings: s.object(settingsFields, { closed: true }) },
    replies: ['session_settings_updated'],
    description: 'Changes how the gateway treats a session.',
    example: { type: 'update_session_settings', sessionId, settings: { coalesceMs: 25 } },
  }),
}
