import type { Dialect, SaidEvent } from '../dialects/dialect.js'
import { Page, type PageBytes } from './page.js'

/** Part of a replay as one wire says it: the frames of the events, and of the gaps between them. */
export interface ReplayPage extends PageBytes {
  /** Where the next page begins. */
  lastSeq: number
}

export interface ReplaySpan {
  sessionId: string
  /** Exclusive. */
  afterSeq: number
  /** Inclusive. */
  throughSeq: number
  /** Numbers up to here were removed by age or size; others that are missing were never stored. */
  baseSeq: number
}

/**
 * Frames the stored events of a span until the page is full, and names by a gap what is not there. Done by the thread
 * that reads: the bytes go to the socket as they are, so a replay costs the main thread next to nothing.
 */
export function replayPage(
  span: ReplaySpan,
  stored: Iterable<SaidEvent>,
  dialect: Dialect,
  memory?: ArrayBuffer,
): ReplayPage {
  const page = new Page()
  let last = span.afterSeq
  for (const event of stored) {
    if (page.full) return { bytes: page.bytes(memory), lastSeq: last, more: true }
    if (event.seq > last + 1) page.add(...gaps(span, last, event.seq - 1, dialect))
    page.add(dialect.event(event))
    last = event.seq
  }
  if (last < span.throughSeq) page.add(...gaps(span, last, span.throughSeq, dialect))
  return { bytes: page.bytes(memory), lastSeq: span.throughSeq, more: false }
}

function gaps({ sessionId, baseSeq }: ReplaySpan, from: number, to: number, dialect: Dialect): Buffer[] {
  const gap = (fromSeq: number, toSeq: number, reason: string) =>
    dialect.control({ type: 'gap', sessionId, fromSeq, toSeq, reason })
  if (from >= baseSeq) return [gap(from, to, 'ephemeral')]
  if (to <= baseSeq) return [gap(from, to, 'retention')]
  return [gap(from, baseSeq, 'retention'), gap(baseSeq, to, 'ephemeral')]
}
