import { type Event, formatSessionCursor, type SessionState } from '@signalbox/protocol'
import { type Item, ItemFold, Teller } from '@signalbox/protocol/telling'
import type { Log } from '../../../log/log.js'

const PAGE = 500

/** What a thread is made of, oldest first: the newest of it, how many are before those, and where a stream goes on. */
export interface ThreadItems {
  items: Item[]
  omitted: number
  cursor: string
}

const DEFAULT_LIMIT = 1000
/** An answer holds so much at most, or one item. */
const MOST_BYTES = 4 * 1024 * 1024

/** Reads a thread from its first event to its last. */
export async function threadItems(
  log: Pick<Log, 'epoch' | 'reader' | 'snapshot'>,
  sessionId: string,
  limit = DEFAULT_LIMIT,
): Promise<ThreadItems> {
  const teller = new Teller<Event>(log.epoch)
  const fold = new ItemFold()
  const tell = (event: Event) => {
    teller.hear(event)
    for (const line of teller.lines()) fold.take(line)
  }
  let last: Event | undefined
  let omitted = 0
  for (let more = true; more; ) {
    const page = await log.reader.read(sessionId, { afterSeq: last?.seq ?? 0, limit: PAGE })
    for (const event of page.events) tell(event)
    last = page.events.at(-1) ?? last
    more = page.more
    omitted += fold.keepNewest(limit)
  }
  const state = await log.snapshot(sessionId)
  if (last && state) for (const event of unstored(last, state)) tell(event)
  const items = newest(fold.items, limit)
  omitted += fold.items.length - items.length
  const cursor = formatSessionCursor({ epoch: log.epoch, seq: last?.seq ?? 0 })
  return { items, omitted, cursor }
}

/** The newest of them that an answer has room for. */
function newest(items: readonly Item[], limit: number): Item[] {
  let bytes = 0
  let from = items.length
  while (from > 0 && items.length - from < limit) {
    bytes += JSON.stringify(items[from - 1]).length
    if (bytes > MOST_BYTES && from < items.length) break
    from -= 1
  }
  return items.slice(from)
}

/** How far a plan is is told by events that are not stored, but it is kept: it is told as a plan that was revised. */
export function unstored(last: Event, { plan, seq }: SessionState): Event[] {
  if (!plan) return []
  const { turnId: _turnId, ...rest } = last
  return [{ ...rest, seq, type: 'plan_revised', data: JSON.stringify({ ...plan, reason: null }) }]
}
