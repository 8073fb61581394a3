import type { Frame, SessionEvent } from './frame.js'

/** Where a join begins: after a number of a log. Without `afterSeq` from now on. */
export interface JoinStart {
  afterSeq?: number
  epoch?: string
}

/**
 * asked: nothing of the session counts until the snapshot. replaying: until replay_complete, every number comes or is
 * named by a gap. live: numbers rise.
 */
type Phase = 'asked' | 'replaying' | 'live'

/** How far a session came in on the wire: what to resume from after a cut, and what to drop as told already. */
export class Cursor {
  #phase: Phase = 'live'
  #seq: number | undefined
  #epoch: string | undefined
  /** A place in another log, until the gateway has said that it is one: a cut before that must not hide it. */
  #foreign: JoinStart | undefined

  /** Where to resume; undefined when the session was not joined yet. */
  get at(): JoinStart | undefined {
    if (this.#foreign) return this.#foreign
    return this.#seq === undefined ? undefined : startAt(this.#seq, this.#epoch)
  }

  /** Where to ask from when somebody wants it from `start`: never past what others have yet to see. */
  from(start: JoinStart): JoinStart {
    const { at } = this
    if (at?.afterSeq === undefined) return start
    if (start.afterSeq === undefined) return at
    const sameLog = start.epoch === undefined || at.epoch === undefined || start.epoch === at.epoch
    return sameLog ? startAt(Math.min(start.afterSeq, at.afterSeq), start.epoch ?? at.epoch) : start
  }

  /** A replay was asked for: what comes of the session before it will come again with it. */
  asked({ afterSeq, epoch }: JoinStart): void {
    if (afterSeq === undefined) return
    this.#seq = afterSeq
    this.#epoch = epoch
    this.#phase = 'asked'
  }

  /** The answer to a join: numbers count on from where it begins. */
  joined(snapshot: Frame<'state_snapshot'>, asked: JoinStart): void {
    this.#seq = firstAfter(snapshot, asked)
    this.#epoch = snapshot.epoch
    this.#phase = 'replaying'
    this.#foreign = asked.afterSeq !== undefined && isForeign(snapshot, asked) ? asked : undefined
  }

  /** False when this event was seen before or will come again. */
  accept({ seq }: SessionEvent): boolean {
    if (this.#seq === undefined) return true
    if (!ACCEPTS[this.#phase](this.#seq, seq)) return false
    this.#seq = seq
    return true
  }

  /** These numbers will not come. */
  skip({ fromSeq, toSeq, reason }: Frame<'gap'>): void {
    if (reason === 'epoch') this.#foreign = undefined
    else if (this.#seq !== undefined && fromSeq <= this.#seq) this.#seq = Math.max(this.#seq, toSeq)
  }

  /** The replay is over: the gateway says the cursor itself. One that was asked for before says nothing of the next. */
  replayed({ lastSeq }: Frame<'replay_complete'>): void {
    if (this.#seq === undefined || this.#phase === 'asked') return
    this.#seq = Math.max(this.#seq, lastSeq)
    this.#phase = 'live'
  }
}

const ACCEPTS: Record<Phase, (seen: number, seq: number) => boolean> = {
  asked: () => false,
  // The tenant's topic may tell of an event ahead of its turn; it comes again in its place.
  replaying: (seen, seq) => seq === seen + 1,
  live: (seen, seq) => seq > seen,
}

/** Whether a cursor means nothing in the log the snapshot is of: the gateway then sends everything it keeps. */
export function isForeign(snapshot: Frame<'state_snapshot'>, { afterSeq = 0, epoch }: JoinStart): boolean {
  return (epoch !== undefined && epoch !== snapshot.epoch) || afterSeq > snapshot.lastSeq
}

/** The number after which events of a join come. */
export function firstAfter(snapshot: Frame<'state_snapshot'>, asked: JoinStart): number {
  if (asked.afterSeq === undefined) return snapshot.lastSeq
  return isForeign(snapshot, asked) ? 0 : asked.afterSeq
}

function startAt(afterSeq: number, epoch: string | undefined): JoinStart {
  return { afterSeq, ...(epoch === undefined ? {} : { epoch }) }
}
