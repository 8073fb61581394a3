import type { RequestEntry } from '@signalbox/protocol'
import { type RequestBook, requestKey } from '../board/request-book.js'

/** A request that is over, as it ended. How is read a moment after it is known that it did. */
export function endedEntry(entry: RequestEntry, { ended }: Pick<RequestBook, 'ended'>): RequestEntry {
  const key = requestKey(entry)
  return ended.find((other) => requestKey(other) === key) ?? { ...entry, status: 'closed' }
}
