import type { SessionCursor } from '@signalbox/protocol'
import type { Frame, SessionEvent } from './frame.js'

/** Where a join was asked to begin. */
export interface JoinStart {
  afterSeq?: number
  epoch?: string
}

/**
 * asked: nothing of it counts until the snapshot. replaying: until replay_complete, every number comes or is named by a
 * gap. live: numbers rise.
 */
type Phase = 'asked' | 'replaying' | 'live'

interface Place extends SessionCursor {
  phase: Phase
}

/** How far each joined session was seen: what to resume from after a cut, and what to drop as seen already. */
export class Cursors {
  readonly #places = new Map<string, Place>()

  /** A replay was asked for: what comes of the session before it will come again with it. */
  asked(sessionId: string, { afterSeq, epoch }: JoinStart): void {
    if (afterSeq === undefined) return
    this.#places.set(sessionId, { epoch: epoch ?? '', seq: afterSeq, phase: 'asked' })
  }

  /** The answer to a join: numbers count on from where it begins. */
  joined(snapshot: Frame<'state_snapshot'>, asked: JoinStart): void {
    const seq = begin(snapshot, asked)
    this.#places.set(snapshot.sessionId, { epoch: snapshot.epoch, seq, phase: 'replaying' })
  }

  /** False when this event was seen before or will come again. Sessions that are not joined are not counted. */
  accept(event: SessionEvent): boolean {
    const place = this.#places.get(event.sessionId)
    if (!place) return true
    if (!ACCEPTS[place.phase](place.seq, event.seq)) return false
    place.seq = event.seq
    return true
  }

  /** These numbers will not come. */
  skip(gap: Frame<'gap'>): void {
    const place = this.#places.get(gap.sessionId)
    if (place && gap.fromSeq <= place.seq) place.seq = Math.max(place.seq, gap.toSeq)
  }

  /** The replay is over: the gateway says the cursor itself. */
  replayed(mark: Frame<'replay_complete'>): void {
    const place = this.#places.get(mark.sessionId)
    if (!place) return
    place.seq = Math.max(place.seq, mark.lastSeq)
    place.phase = 'live'
  }

  /** Where to resume; undefined when the session was not joined yet. */
  of(sessionId: string): JoinStart | undefined {
    const place = this.#places.get(sessionId)
    return place && { afterSeq: place.seq, ...(place.epoch === '' ? {} : { epoch: place.epoch }) }
  }

  forget(sessionId: string): void {
    this.#places.delete(sessionId)
  }
}

const ACCEPTS: Record<Phase, (seen: number, seq: number) => boolean> = {
  asked: () => false,
  // The tenant's topic may tell of an event ahead of its turn; it comes again in its place.
  replaying: (seen, seq) => seq === seen + 1,
  live: (seen, seq) => seq > seen,
}

/** The number after which events of this join come; 0 when the cursor asked for belongs to another log. */
function begin(snapshot: Frame<'state_snapshot'>, asked: JoinStart): number {
  if (asked.afterSeq === undefined) return snapshot.lastSeq
  const otherLog = asked.epoch !== undefined && asked.epoch !== snapshot.epoch
  return otherLog || asked.afterSeq > snapshot.lastSeq ? 0 : asked.afterSeq
}
