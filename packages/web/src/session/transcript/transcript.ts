import type { SessionEvent, Snapshot } from '@signalbox/client'
import { type Entry, eventEntry, joinEntries, type SeedEntry } from './entry.js'
import type { Item } from './item.js'
import { BLANK, type Written } from './pen.js'
import { write, writeAll } from './write.js'

/** One session as it is read: its events as far as they are here, and what they say. */
export interface Transcript {
  phase: 'opening' | 'open' | 'gone'
  epoch: string | null
  entries: readonly Entry[]
  written: Written
  /** Everything kept after this number is here; 0 when nothing older exists. */
  loadedAfter: number
  /** The last number that is here. */
  lastSeq: number
  /** How many entries it may grow to; what falls off can be loaded again. */
  limit: number
}

/** Enough for a day of work; an entry has a kilobyte or less. */
const LIMIT = 20_000
/** Falling off one by one would write everything anew each time. */
const FALLS_OFF = 2000

export const OPENING: Transcript = {
  phase: 'opening',
  epoch: null,
  entries: [],
  written: BLANK,
  loadedAfter: 0,
  lastSeq: 0,
  limit: LIMIT,
}

/** The snapshot of a join. At a resume everything stays, unless the log is another one: then it begins anew. */
export function opened(
  transcript: Transcript,
  { lastSeq, epoch }: Pick<Snapshot, 'lastSeq' | 'epoch'>,
): Transcript {
  if (transcript.epoch === epoch) return transcript
  // What another log keeps is replayed from its beginning: nothing older is left to load.
  const resumed = transcript.epoch !== null
  const at = resumed ? 0 : lastSeq
  return { ...OPENING, phase: resumed ? 'open' : 'opening', epoch, loadedAfter: at, lastSeq: at }
}

/** What happened since, in order. What is here already is not taken twice. */
export function withNewer(transcript: Transcript, news: readonly Entry[]): Transcript {
  if (transcript.epoch === null) return transcript
  let { lastSeq } = transcript
  const fresh = news.filter((entry) => {
    const isNew = entry.kind === 'seed' ? entry.seq >= lastSeq : entry.seq > lastSeq
    if (isNew) lastSeq = entry.seq
    return isNew
  })
  if (fresh.length === 0) return transcript
  const more = joinEntries([], fresh)
  const written = write(transcript.written, more)
  return trimmed({ ...transcript, entries: joinEntries(transcript.entries, more), written, lastSeq })
}

/** A page of older events, oldest first as the gateway sends them. */
export function withOlder(
  transcript: Transcript,
  events: readonly SessionEvent[],
  loadedAfter: number,
): Transcript {
  const older = events.filter(({ seq }) => seq <= transcript.loadedAfter).map(eventEntry)
  const entries = older.length === 0 ? transcript.entries : [...older, ...transcript.entries]
  return {
    ...transcript,
    phase: transcript.phase === 'gone' ? 'gone' : 'open',
    entries,
    written: older.length === 0 ? transcript.written : writeAll(entries),
    loadedAfter: Math.min(loadedAfter, transcript.loadedAfter),
    limit: transcript.limit + older.length,
  }
}

/** The running turn as it was at the head of a join, told after what was replayed. */
export function seedEntry(
  stream: SeedEntry['stream'],
  { lastSeq, currentTurn }: Pick<Snapshot, 'lastSeq' | 'currentTurn'>,
): SeedEntry {
  return { kind: 'seed', seq: lastSeq, ts: currentTurn?.startedAt ?? 0, stream }
}

/** The place of the item an event is part of, or of the one before it; -1 when nothing that old is here. */
export function itemOf(items: readonly Item[], seq: number): number {
  const own = items.findIndex((item) => item.seqs.includes(seq))
  return own >= 0 ? own : items.findLastIndex((item) => item.seq <= seq)
}

function trimmed(transcript: Transcript): Transcript {
  const { entries, limit } = transcript
  if (entries.length <= limit + FALLS_OFF) return transcript
  const kept = entries.slice(entries.length - limit)
  const first = kept[0]
  const loadedAfter = first === undefined ? 0 : (first.kind === 'event' ? first.fromSeq : first.seq) - 1
  return { ...transcript, entries: kept, written: writeAll(kept), loadedAfter }
}
