import type { SessionEvent } from '@signalbox/client'
import type { RequestEntry } from '@signalbox/protocol'

/** What agents ask people: what waits, longest first, and what has ended lately, latest first. */
export interface RequestBook {
  pending: readonly RequestEntry[]
  ended: readonly RequestEntry[]
}

export const NO_REQUESTS: RequestBook = { pending: [], ended: [] }

/** The requests as the gateway has them. */
export function requestsRead(pending: readonly RequestEntry[], ended: readonly RequestEntry[]): RequestBook {
  return {
    pending: [...pending].sort((a, b) => a.since - b.since),
    ended: [...ended].sort((a, b) => endOf(b) - endOf(a)),
  }
}

/**
 * After one event of the tenant: what is cleared is asked no more, at once. How it ended, and what is newly asked, the
 * gateway is asked for.
 */
export function requestHeard(book: RequestBook, event: SessionEvent): RequestBook {
  if (event.type === 'session_deleted') return without(book, ({ sessionId }) => sessionId === event.sessionId)
  if (event.type !== 'attention_cleared' || event.requestId === undefined) return book
  return without(
    book,
    ({ sessionId, requestId }) => sessionId === event.sessionId && requestId === event.requestId,
  )
}

/** Whether the requests are to be read again after this event. */
export function changesRequests({ type }: SessionEvent): boolean {
  return type === 'attention_raised' || type === 'attention_cleared'
}

/** Whether what was read before this event may list requests that are over. */
export function endsRequests({ type }: SessionEvent): boolean {
  return type === 'attention_cleared' || type === 'session_deleted'
}

/** Two agents may use the same id. */
export function requestKey({ sessionId, requestId }: Pick<RequestEntry, 'sessionId' | 'requestId'>): string {
  return `${sessionId} ${requestId}`
}

function without(book: RequestBook, isGone: (entry: RequestEntry) => boolean): RequestBook {
  const pending = book.pending.filter((entry) => !isGone(entry))
  return pending.length === book.pending.length ? book : { ...book, pending }
}

function endOf({ endedAt, since }: RequestEntry): number {
  return endedAt ?? since
}
