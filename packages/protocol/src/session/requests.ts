import type { JsonObject } from '../event.js'
import { CLOSE_REASONS, type RequestOutcome } from '../registry/shapes.js'
import { withRemembered } from './autonomy.js'
import type { PendingRequest, SessionState } from './state.js'
import { textOf } from './text.js'

/** The events that end a request. */
export type RequestEndType = 'approval_resolved' | 'question_resolved' | 'request_closed'

export type CloseReason = (typeof CLOSE_REASONS)[number]

const OUTCOMES: Record<RequestEndType, (data: JsonObject) => RequestOutcome> = {
  approval_resolved: ({ approved }) => (approved === true ? 'approved' : 'denied'),
  question_resolved: ({ dismissed }) => (dismissed === true ? 'dismissed' : 'answered'),
  request_closed: ({ reason }) => closeReason(reason),
}

/** How a request ended, in one word. */
export function requestOutcome(type: RequestEndType, data: JsonObject): RequestOutcome {
  return OUTCOMES[type](data)
}

/** Why a request was closed; one that nobody knows is as good as withdrawn. */
export function closeReason(value: unknown): CloseReason {
  return CLOSE_REASONS.find((reason) => reason === value) ?? 'withdrawn'
}

/** The state after a request began to wait. */
export function withRequest(
  state: SessionState,
  kind: PendingRequest['kind'],
  asked: { turnId?: string; ts: number },
  data: JsonObject,
): SessionState {
  const request: PendingRequest = {
    requestId: textOf(data.requestId),
    kind,
    turnId: asked.turnId ?? null,
    since: asked.ts,
    data,
  }
  return { ...state, requests: [...state.requests, request] }
}

/** The state after a request ended; an answer that is to hold for next time as well is remembered. */
export function withoutRequest(state: SessionState, data: JsonObject): SessionState {
  const id = textOf(data.requestId)
  const ended = state.requests.find(({ requestId }) => requestId === id)
  if (!ended) return state
  const requests = state.requests.filter((request) => request !== ended)
  const settledCalls = withCall(state.settledCalls, ended.data.toolCallId)
  if (data.remember !== true || ended.kind !== 'permission') return { ...state, requests, settledCalls }
  const remembered = withRemembered(state.remembered, ended.data, data.approved === true)
  return { ...state, requests, settledCalls, remembered }
}

/** So many calls are remembered to have been asked about. */
const MAX_SETTLED = 32

function withCall(calls: string[], call: unknown): string[] {
  if (typeof call !== 'string' || calls.includes(call)) return calls
  return [...calls, call].slice(-MAX_SETTLED)
}
