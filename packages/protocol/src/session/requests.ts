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

/** So many ids of requests that have ended, and of their calls, are remembered. */
const MAX_SETTLED = 64

/** The state after a request ended; an answer that is to hold for next time as well is remembered. */
export function withoutRequest(state: SessionState, data: JsonObject): SessionState {
  const id = textOf(data.requestId)
  const ended = state.requests.find(({ requestId }) => requestId === id)
  if (!ended) return state
  const requests = state.requests.filter((request) => request !== ended)
  // What nobody here held any more may be asked again.
  const isOver = data.reason !== 'gateway_restarted'
  const settled = !isOver
    ? state.settled
    : [...state.settled, id, textOf(ended.data.toolCallId)].filter((one) => one !== '').slice(-MAX_SETTLED)
  if (data.remember !== true || ended.kind !== 'permission') return { ...state, requests, settled }
  const remembered = withRemembered(state.remembered, ended.data, data.approved === true)
  return { ...state, requests, settled, remembered }
}
