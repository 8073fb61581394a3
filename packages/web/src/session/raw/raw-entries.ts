import type { Entry, EventEntry } from '../transcript/entry.js'

/** The events of a transcript, newest first, of one type or of all. */
export function rawEntries(entries: readonly Entry[], type: string): EventEntry[] {
  const events: EventEntry[] = []
  for (let index = entries.length - 1; index >= 0; index--) {
    const entry = entries[index]
    if (entry?.kind === 'event' && (type === '' || entry.event.type === type)) events.push(entry)
  }
  return events
}

/** The types there are and how many events have each, by name. */
export function typesOf(entries: readonly Entry[]): { type: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const entry of entries) {
    if (entry.kind !== 'event') continue
    counts.set(entry.event.type, (counts.get(entry.event.type) ?? 0) + entry.pieces)
  }
  return [...counts].map(([type, count]) => ({ type, count })).sort((a, b) => (a.type < b.type ? -1 : 1))
}

/** The place of an event among those shown: its own, or that of the one before it. */
export function placeOf(shown: readonly EventEntry[], seq: number): number {
  return shown.findIndex((entry) => entry.fromSeq <= seq)
}
