import type { Deciding } from './deciding.js'
import type { CloseReason } from './requests.js'
import type { PendingRequest } from './state.js'

/** Everything that waits ends without an answer; or, of a turn that leaves helpers at work, all but what these ask. */
export function closeRequests(session: Deciding, reason: CloseReason, butOfHelpers = false): void {
  for (const request of session.state.requests) {
    if (butOfHelpers && request.data.subagentId !== undefined) continue
    const { requestId } = request
    session.follow('request_closed', { requestId, reason, waitedMs: waited(session, request) })
    settle(session, request, reason)
  }
}

/** A request has ended: it needs no person any longer. */
export function settle(session: Deciding, request: PendingRequest, reason: string): void {
  const raised = session.state.attention.find(({ requestId }) => requestId === request.requestId)
  if (raised) session.follow('attention_cleared', { ...raised, reason })
}

/** How long a request that ends now has waited. */
export function waited(session: Deciding, request: PendingRequest): number {
  return session.ts - request.since
}
