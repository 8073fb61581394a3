import type { Frame, SessionEvent, Snapshot } from '@signalbox/client'
import { dayOf } from './clock-time.js'

/** One line of the list: an event, or the place where some are missing. */
export type FeedEntry = SessionEvent | Frame<'gap'>

/** The events of one session as far as they are read, newest first. */
export interface EventFeed {
  phase: 'opening' | 'open' | 'gone'
  epoch: string | null
  entries: readonly FeedEntry[]
  /** Everything kept after this number is in `entries`; 0 when nothing older exists. */
  loadedAfter: number
  /** How many entries live events may grow the list to; what falls off can be loaded again. */
  limit: number
}

const LIVE_LIMIT = 1000

export const OPENING: EventFeed = {
  phase: 'opening',
  epoch: null,
  entries: [],
  loadedAfter: 0,
  limit: LIVE_LIMIT,
}

/** The snapshot of a join. At a resume the list stays as it is, unless the log is another one. */
export function opened(feed: EventFeed, snapshot: Snapshot): EventFeed {
  const resumed = feed.phase === 'open'
  if (resumed && feed.epoch === snapshot.epoch) return feed
  // What another log keeps is replayed from its beginning: nothing older is left to load.
  return { ...OPENING, phase: 'open', epoch: snapshot.epoch, loadedAfter: resumed ? 0 : snapshot.lastSeq }
}

/** One more line at the top. */
export function withNewer(feed: EventFeed, entry: FeedEntry): EventFeed {
  if (feed.phase !== 'open') return feed
  const entries = [entry, ...feed.entries]
  if (entries.length <= feed.limit) return { ...feed, entries }
  const dropped = entries.pop()
  return { ...feed, entries, loadedAfter: dropped ? numberOf(dropped) : feed.loadedAfter }
}

/** A page of older events, oldest first as the gateway sends them. */
export function withOlder(feed: EventFeed, events: readonly SessionEvent[], loadedAfter: number): EventFeed {
  const older = events.filter((event) => event.seq <= feed.loadedAfter).reverse()
  return {
    ...feed,
    entries: [...feed.entries, ...older],
    loadedAfter: Math.min(loadedAfter, feed.loadedAfter),
    limit: feed.limit + older.length,
  }
}

/** The entries by day, so that a line needs to say its time only. A gap belongs to the day of what follows it. */
export function byDay(entries: readonly FeedEntry[]): { day: string; entries: FeedEntry[] }[] {
  const days: { day: string; entries: FeedEntry[] }[] = []
  for (const entry of entries) {
    const last = days.at(-1)
    const day = entry.type === 'gap' ? (last?.day ?? '') : dayOf(entry.ts)
    if (last && (last.day === day || last.day === '')) last.entries.push(entry)
    else days.push({ day, entries: [entry] })
    if (last?.day === '') last.day = day
  }
  return days
}

/** Whether both lines would say the same time. */
export function sameSecond(entry: FeedEntry, other: FeedEntry | undefined): boolean {
  if (entry.type === 'gap' || other === undefined || other.type === 'gap') return false
  return Math.floor(entry.ts / 1000) === Math.floor(other.ts / 1000)
}

/** The number by which a line is found and ordered. */
export function numberOf(entry: FeedEntry): number {
  return entry.type === 'gap' ? entry.toSeq : entry.seq
}
