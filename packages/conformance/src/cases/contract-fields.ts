import type { EventType } from '@signalbox/protocol'

const META = 'id tenantId name agentType status archived createdAt updatedAt lastActivityAt'
const session = META.split(' ').map((field) => `session.${field}`)
const sessions = META.split(' ').map((field) => `sessions[].${field}`)
const list = (fields: string) => fields.split(' ').filter((field) => field !== '')

/** What an event of a session has beside its own fields; what one inside a turn has. */
const S = ['sessionId', 'seq', 'ts']
const T = [...S, 'turnId']
const PLAN = list('planId title steps[].id steps[].title steps[].description steps[].status')
const STEP = list('planId stepId title status')

/** Seen by a case of its own: it takes half a minute, or ends the gateway. */
export const SHOWN_ELSEWHERE: readonly EventType[] = ['heartbeat', 'server_shutdown']

/**
 * Every event the gateway produces by itself or for an agent it drives, with every field the contract names, optional
 * ones too. `[]` is any member of a list.
 */
export const CONTRACT_FIELDS: Partial<Record<EventType, readonly string[]>> = {
  welcome: list('protocolVersion requiresAuth'),
  connected: list('clientId heartbeatIntervalMs ts'),
  authenticated: list('identity.userId identity.email identity.tenantId protocolVersion'),
  pong: list('clientTs serverTs'),
  gateway_state: ['state'],
  error: list('code message field by.userId by.via at outcome'),

  session_list: sessions,
  session_created: [...S, ...session],
  session_updated: [...S, ...session],
  session_archived: [...S, ...session],
  session_unarchived: [...S, ...session],
  session_paused: [...S, ...session, 'session.paused'],
  session_resumed: [...S, ...session, 'session.paused'],
  session_deleted: ['sessionId'],
  session_state: [...S, 'state', 'reason'],
  'thread.name_delta': [...S, 'delta'],
  'thread.name_complete': [...S, 'name'],
  mode_switched: [...S, 'mode'],
  autonomy_profile_updated: [...S, 'profile'],
  session_settings_updated: [...S, 'settings.coalesceMs', 'settings.idleCloseMs'],

  state_snapshot: [
    ...session,
    ...list('sessionId subscriberCount sandbox lastSeq epoch mode autonomyProfile'),
    ...list('currentTurn.turnId currentTurn.textSoFar currentTurn.startedAt'),
    ...list('recentHistory[].id recentHistory[].role recentHistory[].content recentHistory[].createdAt'),
    ...list('pendingRequests[].requestId pendingRequests[].kind pendingRequests[].since'),
    ...list('pendingRequests[].data attention[].kind attention[].since attention[].message'),
    ...list('plan.planId plan.title plan.steps[].id plan.steps[].title plan.steps[].status'),
    ...list('usage.total.inputTokens usage.total.outputTokens usage.total.cachedTokens'),
    ...list('usage.total.costMicroDollars usage.turns[].turnId usage.turns[].model usage.turns[].provider'),
    ...list('usage.context.contextTokens usage.context.maxContextTokens'),
    ...list('settings.coalesceMs settings.idleCloseMs'),
  ],
  stream_snapshot: [
    ...list('sessionId turnId textSoFar thinkingSoFar'),
    ...list('toolCalls[].toolCallId toolCalls[].toolName toolCalls[].argsSoFar toolCalls[].status'),
  ],
  gap: list('sessionId fromSeq toSeq reason'),
  replay_complete: list('sessionId lastSeq epoch'),
  history: [
    ...list('sessionId items[].id items[].role items[].content items[].createdAt items[].turnId'),
    ...list('items[].metadata.uiSpecs[].uiId items[].metadata.uiSpecs[].spec'),
  ],
  events: list('sessionId events[].type events[].sessionId events[].seq events[].ts events[].turnId'),

  turn_started: [...T, 'clientTurnId'],
  user_message: [...T, ...list('itemId content via')],
  text_delta: [...T, 'text'],
  message_complete: [...T, 'text'],
  thinking_start: T,
  thinking_progress: [...T, 'text'],
  thinking_complete: T,
  turn_complete: [...T, ...list('finalText stopReason truncated bytes')],
  turn_error: [...T, ...list('message code')],
  steer_sent: [...T, ...list('steerId content')],
  stop_acknowledged: T,
  usage_update: [...T, ...list('model provider inputTokens outputTokens cachedTokens costMicroDollars')],
  usage_context: [...T, ...list('contextTokens maxContextTokens')],

  tool_call_start: [...T, ...list('toolCallId toolName')],
  tool_call_delta: [...T, ...list('toolCallId delta')],
  tool_call: [...T, ...list('toolCallId toolName args')],
  tool_result: [...T, ...list('toolCallId status output')],
  tool_error: [...T, ...list('toolCallId error')],
  terminal_stream: [...T, ...list('data toolCallId')],
  terminal_complete: [...T, ...list('exitCode toolCallId')],

  permission_requested: [
    ...T,
    ...list('requestId toolName description approvalType args toolCallId toolKind'),
  ],
  approval_resolved: [
    ...T,
    ...list('requestId approved by.userId by.via by.from message remember rule waitedMs'),
  ],
  question_requested: [
    ...T,
    ...list('requestId context questions[].id questions[].text questions[].type'),
    ...list('questions[].options questions[].required'),
  ],
  question_resolved: [...T, ...list('requestId answers dismissed by.userId by.via rule waitedMs')],
  request_closed: [...T, ...list('requestId reason waitedMs')],
  request_list: [
    ...list('requests[].requestId requests[].sessionId requests[].kind requests[].turnId'),
    ...list('requests[].since requests[].status requests[].data requests[].by requests[].endedAt'),
    ...list('requests[].outcome requests[].waitedMs'),
  ],
  attention_raised: [...T, ...list('kind since message requestId')],
  attention_cleared: [...T, ...list('kind since message requestId reason')],
  attention_list: [
    ...list('attention[].sessionId attention[].kind attention[].since attention[].message'),
    ...list('attention[].requestId attention[].clearedAt attention[].reason'),
  ],

  plan_created: [...T, ...PLAN],
  plan_step_started: [...T, ...STEP],
  plan_step_completed: [...T, ...STEP],
  plan_revised: [...T, ...PLAN, 'reason'],
  file_changed: [...T, ...list('path iteration size')],

  'ui.spec_start': [...T, ...list('uiId catalogId')],
  'ui.spec_delta': [...T, ...list('uiId patch.op patch.path patch.value')],
  'ui.spec_complete': [...T, ...list('uiId spec.root spec.elements spec.state')],
  'ui.spec_error': [...T, ...list('uiId message')],
}
