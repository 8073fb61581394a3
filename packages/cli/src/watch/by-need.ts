import { LAMPS, type LampName, lampOf } from './lamp.js'
import type { WatchEntry } from './watch-entry.js'

const RANK = new Map(Object.keys(LAMPS).map((name, rank) => [name as LampName, rank]))

/** Who needs a person first, then by state, newest on top; those that are muted last. */
export function byNeed(muted: ReadonlySet<string>): (a: WatchEntry, b: WatchEntry) => number {
  return (a, b) =>
    Number(muted.has(a.sessionId)) - Number(muted.has(b.sessionId)) ||
    rank(a) - rank(b) ||
    b.since - a.since ||
    (a.sessionId < b.sessionId ? -1 : 1)
}

function rank(entry: WatchEntry): number {
  return RANK.get(lampOf(entry)) ?? RANK.size
}
