import { type FeedEntry, numberOf } from './event-feed.js'

const ASKED: ReadonlySet<string> = new Set(['permission_requested', 'question_requested'])
const ENDED: ReadonlySet<string> = new Set(['approval_resolved', 'question_resolved', 'request_closed'])

/** The numbers of the requests that have not ended. Whatever ended one is newer than it, so it is here as well. */
export function pendingRequests(newestFirst: readonly FeedEntry[]): ReadonlySet<number> {
  const ended = new Set<unknown>()
  const pending = new Set<number>()
  for (const entry of newestFirst) {
    const requestId = 'requestId' in entry ? entry.requestId : undefined
    if (ENDED.has(entry.type)) ended.add(requestId)
    else if (ASKED.has(entry.type) && !ended.has(requestId)) pending.add(numberOf(entry))
  }
  return pending
}
