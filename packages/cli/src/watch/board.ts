import { readEntry, type WatchEntry } from './watch-entry.js'

/** Every session that is shown, by its id. */
export type Board = ReadonlyMap<string, WatchEntry>

/** The board as the gateway lists it. */
export function boardOf(entries: unknown): Board {
  const read = Array.isArray(entries) ? entries.map(readEntry) : []
  return new Map(read.flatMap((entry) => (entry ? [[entry.sessionId, entry]] : [])))
}

/** The board with what changed of one session. One that ended without a time to stay leaves at once. */
export function placed(board: Board, change: unknown, now: number): Board {
  const entry = readEntry(change)
  if (!entry) return board
  const next = new Map(board)
  if (isOver(entry, now)) next.delete(entry.sessionId)
  else next.set(entry.sessionId, entry)
  return next
}

/** The board without those whose time to stay is over; the same one where there are none. */
export function withoutOver(board: Board, now: number): Board {
  const kept = [...board].filter(([, entry]) => !isOver(entry, now))
  return kept.length === board.size ? board : new Map(kept)
}

function isOver({ state, until }: WatchEntry, now: number): boolean {
  return state === 'ended' && (until === undefined || until <= now)
}
