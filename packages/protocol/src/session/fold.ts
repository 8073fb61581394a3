import type { Event, JsonObject } from '../event.js'
import type { EventType } from '../registry/registry.js'
import type { SessionMeta, SessionStatus } from '../registry/shapes.js'
import {
  type Attention,
  MAX_TEXT_SO_FAR,
  type OpenTurn,
  type PendingRequest,
  type SessionState,
  type ToolCallSoFar,
} from './state.js'

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

/** The projector: the state of a session after one more event. Pure. */
export function fold(state: SessionState, event: Folded): SessionState {
  const rule = RULES[event.type]
  const next = rule ? rule(state, event, event.data ?? {}) : state
  const ts = Math.max(state.ts, event.ts)
  return LIFECYCLE.has(event.type)
    ? { ...next, seq: event.seq, ts }
    : { ...next, seq: event.seq, ts, meta: { ...next.meta, lastActivityAt: ts } }
}

const LIFECYCLE: ReadonlySet<EventType> = new Set([
  'session_created',
  'session_updated',
  'session_archived',
  'session_unarchived',
  'session_deleted',
])

const takeMeta: Rule = (state, _event, data) => ({ ...state, meta: data.session as unknown as SessionMeta })

const RULES: Partial<Record<EventType, Rule>> = {
  session_created: takeMeta,
  session_updated: takeMeta,
  session_archived: takeMeta,
  session_unarchived: takeMeta,

  session_state: (state, event, data) => ({
    ...state,
    meta: { ...state.meta, status: data.state as SessionStatus, updatedAt: event.ts },
  }),

  turn_started: (state, event) => ({
    ...state,
    turn: {
      turnId: event.turnId ?? '',
      nativeId: event.nativeId ?? null,
      startedAt: event.ts,
      text: '',
      thinking: '',
      toolCalls: [],
    },
  }),
  turn_complete: (state) => ({ ...state, turn: null }),
  turn_error: (state) => ({ ...state, turn: null }),

  text_delta: (state, _event, data) =>
    inTurn(state, (turn) => ({ ...turn, text: grow(turn.text, data.text) })),
  thinking_progress: (state, _event, data) =>
    inTurn(state, (turn) => ({ ...turn, thinking: grow(turn.thinking, data.text) })),
  tool_call_start: (state, _event, data) =>
    inTurn(state, (turn) => ({
      ...turn,
      toolCalls: [
        ...turn.toolCalls,
        {
          toolCallId: String(data.toolCallId),
          toolName: String(data.toolName),
          argsSoFar: '',
          status: 'streaming',
        },
      ],
    })),
  tool_call_delta: (state, _event, data) =>
    changeCall(state, data, (call) => ({ ...call, argsSoFar: grow(call.argsSoFar, data.delta) })),
  tool_call: (state, _event, data) =>
    inTurn(state, (turn) => ({
      ...turn,
      toolCalls: [
        ...turn.toolCalls.filter((call) => call.toolCallId !== data.toolCallId),
        {
          toolCallId: String(data.toolCallId),
          toolName: String(data.toolName),
          argsSoFar: JSON.stringify(data.args ?? null),
          status: 'running',
        },
      ],
    })),
  tool_result: (state, _event, data) =>
    changeCall(state, data, (call) => ({ ...call, status: data.status === 'error' ? 'error' : 'done' })),
  tool_error: (state, _event, data) => changeCall(state, data, (call) => ({ ...call, status: 'error' })),

  permission_requested: (state, event, data) => addRequest(state, event, data, 'permission'),
  question_requested: (state, event, data) => addRequest(state, event, data, 'question'),
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
}

function inTurn(state: SessionState, change: (turn: OpenTurn) => OpenTurn): SessionState {
  return state.turn ? { ...state, turn: change(state.turn) } : state
}

function changeCall(
  state: SessionState,
  data: JsonObject,
  change: (call: ToolCallSoFar) => ToolCallSoFar,
): SessionState {
  return inTurn(state, (turn) => ({
    ...turn,
    toolCalls: turn.toolCalls.map((call) => (call.toolCallId === data.toolCallId ? change(call) : call)),
  }))
}

function addRequest(
  state: SessionState,
  event: Folded,
  data: JsonObject,
  kind: PendingRequest['kind'],
): SessionState {
  const request: PendingRequest = {
    requestId: String(data.requestId),
    kind,
    turnId: event.turnId ?? null,
    since: event.ts,
    data,
  }
  return { ...state, requests: [...state.requests, request] }
}

function dropRequest(state: SessionState, _event: Folded, data: JsonObject): SessionState {
  return { ...state, requests: state.requests.filter((request) => request.requestId !== data.requestId) }
}

function grow(text: string, piece: unknown): string {
  return text.length >= MAX_TEXT_SO_FAR ? text : text + String(piece ?? '')
}

/** Whether an event of this type changes more than the position and the time of last activity. */
export function isFolded(type: EventType): boolean {
  return RULES[type] !== undefined
}
