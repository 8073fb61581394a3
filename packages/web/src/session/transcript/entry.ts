import type { Frame, SessionEvent } from '@signalbox/client'

/** An event as it is kept here. Pieces of one stream that follow each other are one entry. */
export interface EventEntry {
  kind: 'event'
  /** The number of the last piece; `fromSeq` that of the first. */
  seq: number
  fromSeq: number
  pieces: number
  event: SessionEvent
}

/** Numbers that will not come. */
export interface GapEntry {
  kind: 'gap'
  seq: number
  fromSeq: number
  reason: string
}

/** The running turn as far as it was when we joined, which is not kept in events yet. */
export interface SeedEntry {
  kind: 'seed'
  seq: number
  ts: number
  stream: Frame<'stream_snapshot'>
}

export type Entry = EventEntry | GapEntry | SeedEntry

export function eventEntry(event: SessionEvent): EventEntry {
  return { kind: 'event', seq: event.seq, fromSeq: event.seq, pieces: 1, event }
}

export function gapEntry({ fromSeq, toSeq, reason }: Frame<'gap'>): GapEntry {
  return { kind: 'gap', seq: toSeq, fromSeq, reason }
}

/** How two pieces of a stream become one; undefined when they are of different streams. */
type Joiner<T extends SessionEvent['type']> = (
  first: SessionEvent<T>,
  second: SessionEvent<T>,
) => SessionEvent<T> | undefined

const JOINERS: { [T in SessionEvent['type']]?: Joiner<T> } = {
  text_delta: (first, second) => ({ ...first, text: first.text + second.text }),
  thinking_progress: (first, second) => ({ ...first, text: first.text + second.text }),
  tool_call_delta: (first, second) =>
    first.toolCallId === second.toolCallId ? { ...first, delta: first.delta + second.delta } : undefined,
  terminal_stream: (first, second) =>
    first.toolCallId === second.toolCallId ? { ...first, data: first.data + second.data } : undefined,
}

/** Two entries as one, where they are pieces of one stream. */
function joined(first: Entry, second: Entry): EventEntry | undefined {
  if (first.kind !== 'event' || second.kind !== 'event') return undefined
  const { event } = first
  if (event.type !== second.event.type || event.turnId !== second.event.turnId) return undefined
  const join = Object.hasOwn(JOINERS, event.type) ? JOINERS[event.type] : undefined
  const both = (join as Joiner<SessionEvent['type']> | undefined)?.(event, second.event)
  return (
    both && { ...first, seq: second.seq, pieces: first.pieces + second.pieces, event: both as SessionEvent }
  )
}

/** Entries with those that follow them; what belongs together is put together. */
export function joinEntries(entries: readonly Entry[], more: readonly Entry[]): Entry[] {
  const all = [...entries]
  for (const entry of more) {
    const last = all.at(-1)
    const both = last && joined(last, entry)
    if (both) all[all.length - 1] = both
    else all.push(entry)
  }
  return all
}
