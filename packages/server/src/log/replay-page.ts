import type { WireEvent } from '@signalbox/protocol'
import type { Dialect } from '../dialects/dialect.js'

/** A page ends after this many bytes, so that a replay never holds more than a few of them in memory. */
const PAGE_BYTES = 512 * 1024

/** Part of a replay as one wire says it: the frames of the events, and of the gaps between them. */
export interface ReplayPage {
  /** At the beginning of memory that may be larger, and may be used again once they are written. */
  bytes: Uint8Array<ArrayBuffer>
  /** Where the next page begins. */
  lastSeq: number
  more: boolean
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
  stored: Iterable<WireEvent>,
  dialect: Dialect,
  memory?: ArrayBuffer,
): ReplayPage {
  const page = new Page()
  let last = span.afterSeq
  for (const event of stored) {
    if (page.length >= PAGE_BYTES) return { bytes: page.bytes(memory), lastSeq: last, more: true }
    if (event.seq > last + 1) page.add(...gaps(span, last, event.seq - 1, dialect))
    page.add(dialect.event(event))
    last = event.seq
  }
  if (last < span.throughSeq) page.add(...gaps(span, last, span.throughSeq, dialect))
  return { bytes: page.bytes(memory), lastSeq: span.throughSeq, more: false }
}

class Page {
  length = 0
  readonly #chunks: Buffer[] = []

  add(...chunks: Buffer[]): void {
    for (const chunk of chunks) {
      this.#chunks.push(chunk)
      this.length += chunk.length
    }
  }

  /** In memory that can be handed to another thread: the one given, if it is large enough. */
  bytes(memory: ArrayBuffer | undefined): Uint8Array<ArrayBuffer> {
    const enough = memory !== undefined && memory.byteLength >= this.length
    const bytes = new Uint8Array(enough ? memory : new ArrayBuffer(this.length), 0, this.length)
    let at = 0
    for (const chunk of this.#chunks) {
      bytes.set(chunk, at)
      at += chunk.length
    }
    return bytes
  }
}

function gaps({ sessionId, baseSeq }: ReplaySpan, from: number, to: number, dialect: Dialect): Buffer[] {
  const gap = (fromSeq: number, toSeq: number, reason: string) =>
    dialect.control({ type: 'gap', sessionId, fromSeq, toSeq, reason })
  if (from >= baseSeq) return [gap(from, to, 'ephemeral')]
  if (to <= baseSeq) return [gap(from, to, 'retention')]
  return [gap(from, baseSeq, 'retention'), gap(baseSeq, to, 'ephemeral')]
}
