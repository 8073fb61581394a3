import type { RequestEntry } from '@signalbox/protocol'
import type { Need } from '../board/needs.js'
import { requestKey } from '../board/request-book.js'
import type { Board } from '../gateway/board.js'

/** One thing that needs a person: a request, or an agent that waits without one. */
export type NeedItem =
  | { kind: 'request'; key: string; since: number; entry: RequestEntry }
  | { kind: 'waits'; key: string; since: number; sessionId: string; need: Need }

/** Everything that needs a person, longest waiting first. */
export function needList({ requests, book }: Pick<Board, 'requests' | 'book'>): NeedItem[] {
  const asked = requests.pending.map<NeedItem>((entry) => ({
    kind: 'request',
    key: requestKey(entry),
    since: entry.since,
    entry,
  }))
  // What is raised for a request comes with the request, as soon as it was read.
  const waits = [...book.needs].flatMap(([sessionId, needs]) =>
    needs.filter(({ requestId }) => requestId === undefined).map((need) => waiting(sessionId, need)),
  )
  return [...asked, ...waits].sort(byWait)
}

/** Longest waiting first; of two that came at once, always the same one. */
export function byWait(a: NeedItem, b: NeedItem): number {
  return a.since - b.since || (a.key < b.key ? -1 : 1)
}

function waiting(sessionId: string, need: Need): NeedItem {
  return { kind: 'waits', key: `${sessionId} ${need.kind}`, since: need.since, sessionId, need }
}
