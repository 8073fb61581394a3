import type { RequestHolder } from '../commands/requests.js'

/** Several holders as one: a request is held when one of them holds it. */
export function anyHolder(...holders: readonly RequestHolder[]): RequestHolder {
  return { holds: (sessionId, requestId) => holders.some((holder) => holder.holds(sessionId, requestId)) }
}
