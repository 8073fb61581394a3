import type { Event, Json, JsonObject } from '../event.js'
import type { EventType } from '../registry/registry.js'
import { AGENT_MODES, type Glance, type SessionMeta, type SessionStatus } from '../registry/shapes.js'
import { profileNamed } from './autonomy.js'
import { firstWords } from './naming.js'
import { withPastTurn } from './past-turns.js'
import { planOf, withStep } from './plan.js'
import { withoutRequest, withRequest } from './requests.js'
import { withSettings } from './settings.js'
import { type Attention, newTurn, type OpenTurn, type SessionState, type ToolCallSoFar } from './state.js'
import { cutUtf8, textOf } from './text.js'
import { grown, withDelta, withMessage } from './turn-text.js'
import { withContext, withUsage } from './usage.js'

/** An event as the fold reads it. Notify events carry no `data` here: they are never folded into state. */
export interface Folded {
  type: EventType
  seq: number
  ts: number
  turnId?: string
  /** The id the source has for it; for turn_started that of the turn. */
  nativeId?: string
  data?: JsonObject
}

/** An event of the log as the fold reads it. */
export function foldable(event: Event): Folded {
  return {
    type: event.type,
    seq: event.seq,
    ts: event.ts,
    ...(event.turnId === undefined ? {} : { turnId: event.turnId }),
    ...(event.source.nativeId === undefined ? {} : { nativeId: event.source.nativeId }),
    data: JSON.parse(event.data),
  }
}

type Rule = (state: SessionState, event: Folded, data: JsonObject) => SessionState
type TurnRule = (turn: OpenTurn, data: JsonObject, seq: number) => OpenTurn

/** The projector: the state of a session after one more event. Pure. */
export function fold(state: SessionState, event: Folded): SessionState {
  const { type, data = {} } = event
  const folded = { ...(KEPT_RULES[type]?.(state, event, data) ?? state) }
  const turnRule = TURN_RULES[type]
  // Copied, then written to: the same as one literal takes three times as long, and every delta comes through here.
  if (folded.turn && turnRule && isOf(folded.turn, event))
    folded.turn = turnRule(folded.turn, data, event.seq)
  folded.seq = event.seq
  folded.ts = Math.max(state.ts, event.ts)
  if (data.late !== true && type !== 'toast') folded.heardAt = folded.ts
  if (!LIFECYCLE.has(type)) folded.meta = activeAt(folded.ts, folded.meta)
  return folded
}

/** What is told late belongs to a turn that is over. */
function isOf(turn: OpenTurn, { turnId }: Folded): boolean {
  return turnId === undefined || turnId === turn.turnId
}

function activeAt(ts: number, meta: SessionMeta): SessionMeta {
  return meta.lastActivityAt === ts ? meta : { ...meta, lastActivityAt: ts }
}

/** Whether an event of this type changes what is kept on disk, beside the position and the time of last activity. */
export function keepsState(type: EventType): boolean {
  return KEPT_RULES[type] !== undefined
}

const LIFECYCLE: ReadonlySet<EventType> = new Set([
  'session_created',
  'session_updated',
  'session_archived',
  'session_unarchived',
  'session_paused',
  'session_resumed',
  'session_deleted',
  'watch_state',
  // Said about the session, by nobody in it.
  'toast',
])

/** A name that comes with the session itself was given by a person: others say `thread.name_complete` first. */
const takeMeta: Rule = (state, event, data) => {
  const meta = data.session as unknown as SessionMeta
  const renamed = event.type === 'session_created' || meta.name !== state.meta.name
  return { ...state, meta, ...(renamed ? { namedBy: meta.name === null ? null : 'person' } : {}) }
}

const dropRequest: Rule = (state, _event, data) => withoutRequest(state, data)
const endTurn: Rule = (state, event) => {
  const { turn } = state
  if (turn && isOf(turn, event)) {
    const nativeId = turn.nativeId ?? event.nativeId ?? null
    return { ...withPastTurn(state, { ...turn, nativeId }, true), turn: null }
  }
  const past = state.pastTurns.find(({ turnId }) => turnId === event.turnId)
  return past && !past.over ? withPastTurn(state, past, true) : state
}
const takePlan: Rule = (state, _event, data) => ({ ...state, plan: planOf(data) })

/** What changes the state that is kept. */
const KEPT_RULES: Partial<Record<EventType, Rule>> = {
  session_created: takeMeta,
  session_updated: takeMeta,
  session_archived: takeMeta,
  session_unarchived: takeMeta,
  session_paused: takeMeta,
  session_resumed: takeMeta,
  'thread.name_complete': (state, event, data) => ({
    ...state,
    meta: { ...state.meta, name: textOf(data.name), updatedAt: event.ts },
    namedBy: data.by === 'prompt' ? 'prompt' : 'agent',
  }),

  session_state: (state, event, data) => ({
    ...state,
    meta: { ...state.meta, status: data.state as SessionStatus, updatedAt: event.ts },
    ended: data.state === 'inactive',
  }),
  mode_switched: (state, _event, { mode }) => ({
    ...state,
    mode: AGENT_MODES.find((known) => known === mode) ?? state.mode,
  }),
  autonomy_profile_updated: (state, _event, { profile }) => ({
    ...state,
    autonomyProfile: profileNamed(profile) ?? state.autonomyProfile,
    // Every time means every time: also what was once said for good is asked again.
    remembered: profile === 'ask_every_time' ? [] : state.remembered,
  }),
  session_settings_updated: (state, _event, data) => ({
    ...state,
    settings: withSettings(state.settings, data.settings),
  }),

  turn_started: (state, { turnId = '', nativeId = null, ts }, { past, occurredAt }) => {
    if (past === true) return withPastTurn(state, { turnId, nativeId }, false)
    // One that is told late began when it happened: what is told with it is compared by that.
    const startedAt = typeof occurredAt === 'number' ? Math.min(occurredAt, ts) : ts
    return { ...state, turn: newTurn(turnId, nativeId, startedAt), lastTurnId: turnId }
  },
  turn_complete: endTurn,
  turn_error: endTurn,
  user_message: (state, _event, data) =>
    state.firstPrompt === null ? { ...state, firstPrompt: firstWords(textOf(data.content)) } : state,

  permission_requested: (state, event, data) => withRequest(state, 'permission', event, data),
  question_requested: (state, event, data) => withRequest(state, 'question', event, data),
  approval_resolved: dropRequest,
  question_resolved: dropRequest,
  request_closed: dropRequest,

  attention_raised: (state, _event, data) => ({
    ...state,
    attention: [...state.attention, data as unknown as Attention],
  }),
  attention_cleared: (state, _event, data) => ({
    ...state,
    attention: state.attention.filter(
      (attention) => attention.kind !== data.kind || attention.requestId !== data.requestId,
    ),
  }),

  watch_state: (state, _event, { late: _late, occurredAt: _at, ...glance }) => ({
    ...state,
    watch: glance as unknown as Glance,
  }),

  plan_created: takePlan,
  plan_revised: takePlan,
  plan_step_started: (state, _event, data) => ({
    ...state,
    plan: withStep(state.plan, data, 'in_progress'),
  }),
  plan_step_completed: (state, _event, data) => ({
    ...state,
    plan: withStep(state.plan, data, 'completed'),
  }),
  usage_update: (state, event, data) => ({
    ...state,
    usage: withUsage(state.usage, event.turnId ?? state.lastTurnId, data),
  }),
  usage_context: (state, _event, data) => ({ ...state, usage: withContext(state.usage, data) }),
}

/** What changes the running turn alone, which is in memory only. */
const TURN_RULES: Partial<Record<EventType, TurnRule>> = {
  text_delta: (turn, data, seq) => withDelta(turn, textOf(data.text), seq),
  message_complete: (turn, data) => withMessage(turn, textOf(data.text)),
  thinking_progress: (turn, data) => ({ ...turn, thinking: grown(turn.thinking, textOf(data.text)) }),
  tool_call_start: (turn, data) => withCall(turn, data, { argsSoFar: '', status: 'streaming' }),
  tool_call_delta: (turn, data) =>
    changeCall(turn, data, (call) => ({
      ...call,
      argsSoFar: cutUtf8(call.argsSoFar + textOf(data.delta), MAX_OPEN_ARGS),
    })),
  tool_call: (turn, data) =>
    withCall(turn, data, { argsSoFar: cutUtf8(argsText(data.args), MAX_OPEN_ARGS), status: 'running' }),
  tool_result: (turn, data) => endCall(turn, data, data.status === 'error' ? 'error' : 'done'),
  tool_error: (turn, data) => endCall(turn, data, 'error'),
}

/**
 * How much of a turn's tool calls is held for late joiners: the last of them, their arguments cut, those of finished ones
 * shorter. The whole is in the durable `tool_call`.
 */
const MAX_CALLS = 100
const MAX_OPEN_ARGS = 32 * 1024
const MAX_ENDED_ARGS = 1024

function withCall(
  turn: OpenTurn,
  data: JsonObject,
  call: Pick<ToolCallSoFar, 'argsSoFar' | 'status'>,
): OpenTurn {
  const toolCallId = textOf(data.toolCallId)
  const others = turn.toolCalls.filter((other) => other.toolCallId !== toolCallId).slice(1 - MAX_CALLS)
  return { ...turn, toolCalls: [...others, { toolCallId, toolName: textOf(data.toolName), ...call }] }
}

/** Arguments nested deeper than can be written are told by nobody. */
function argsText(args: Json | undefined): string {
  try {
    return JSON.stringify(args ?? null)
  } catch {
    return ''
  }
}

function endCall(turn: OpenTurn, data: JsonObject, status: 'done' | 'error'): OpenTurn {
  return changeCall(turn, data, (call) => ({
    ...call,
    argsSoFar: cutUtf8(call.argsSoFar, MAX_ENDED_ARGS),
    status,
  }))
}

function changeCall(
  turn: OpenTurn,
  data: JsonObject,
  change: (call: ToolCallSoFar) => ToolCallSoFar,
): OpenTurn {
  const toolCallId = textOf(data.toolCallId)
  return {
    ...turn,
    toolCalls: turn.toolCalls.map((call) => (call.toolCallId === toolCallId ? change(call) : call)),
  }
}
