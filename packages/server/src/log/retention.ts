import { durablePart, emptyState, fold, foldable } from '@signalbox/protocol'
import type { SessionCache } from './session-cache.js'
import type { OldEvent, WriteStore } from './sqlite/write-store.js'

const CHUNK = 500
/** One pass ends after this many chunks, so that commits never wait long behind it. */
const CHUNKS = 10

/**
 * Removes the oldest events: those before `olderThan`, and more while the file uses more than `maxBytes`.
 * Only prefixes of sessions without pending requests go, and only after the state they folded to is kept as the base,
 * so that state = fold(base, events) stays true. Answers the offset to go on from, or null when there is no more to do.
 */
export function retain(
  store: WriteStore,
  cache: SessionCache,
  limits: { after: number; olderThan: number; maxBytes: number },
  usedBytes: () => number,
): number | null {
  let { after } = limits
  for (let chunk = 0; chunk < CHUNKS; chunk++) {
    const over = usedBytes() > limits.maxBytes
    const rows = store.oldestEvents(after, CHUNK).filter((row) => over || row.ts < limits.olderThan)
    const last = rows.at(-1)
    if (!last) return null
    after = last.offset
    const cuts = new Map<string, OldEvent>()
    for (const row of rows) cuts.set(row.sessionId, row)
    const cut = [...cuts.values()].filter(({ sessionId, seq }) => cutSession(store, cache, sessionId, seq))
    if (cut.length > 0) store.raiseMeta('cut', Math.max(...cut.map(({ offset }) => offset)))
  }
  return after
}

function cutSession(store: WriteStore, cache: SessionCache, sessionId: string, cut: number): boolean {
  const session = cache.find(sessionId)
  if (!session || session.state.requests.length > 0) return false
  const kept = store.base(session.key)
  const events = store.eventsBetween(session.key, kept?.seq ?? 0, cut)
  const before = kept?.state ?? emptyState(session.state.meta)
  const base = events.reduce((state, event) => fold(state, foldable(event)), before)
  store.cut(session.key, cut, durablePart(base))
  // Its position may have been told by the events that are gone now.
  cache.change(session, 'position')
  return true
}
