import { isDurable } from '@signalbox/protocol'
import type { Dialect } from '../dialects/dialect.js'
import type { Published } from '../log/log.js'

/** The socket under a subscriber. */
export interface Pipe {
  /** Hands bytes to the socket; `done` when the kernel has taken them. */
  write(chunk: Buffer, done: () => void): void
  /** Ends a connection that cannot keep up. */
  closeSlow(): void
}

export interface Budget {
  bytes: number
  items: number
}

export const DEFAULT_BUDGET: Budget = { bytes: 8 * 1024 * 1024, items: 4096 }

/** What of an event matters on its way out. */
export type OutgoingEvent = Pick<Published, 'type' | 'sessionId' | 'seq' | 'offset'>

/** An event with its frame, encoded once for everyone who speaks the same dialect. */
export interface Outgoing {
  event: OutgoingEvent
  frame: Buffer
}

/** A place in a session and in the log: everything up to it was written. */
export interface Place {
  seq: number
  offset: number
  /** Whose number it is, where that is known. */
  sessionId?: string
}

interface Missed {
  fromSeq: number
  toSeq: number
}

/**
 * One reader of the hub. Counts what the kernel has not taken yet: over half its budget it misses ephemeral events and
 * is told so by a gap; over the whole of it, or when nothing moves for too long, it is closed.
 */
export class Subscriber {
  readonly id: string
  dialect: Dialect
  readonly topics = new Set<string>()
  /** Nobody can answer a request through it. */
  listensOnly = false
  /** Sessions it is joining just now. */
  readonly withheld = new Set<string>()
  readonly #pipe: Pipe
  readonly #budget: Budget
  readonly #missed = new Map<string, Missed>()
  #bytes = 0
  #items = 0
  #progressAt: number
  #progressed = false
  #drained: { to: number; resolve: () => void }[] = []
  #held: Held | undefined
  #place: Place | undefined
  #closed = false

  constructor(id: string, dialect: Dialect, pipe: Pipe, now: number, budget: Budget = DEFAULT_BUDGET) {
    this.id = id
    this.dialect = dialect
    this.#pipe = pipe
    this.#budget = budget
    this.#progressAt = now
  }

  get closed(): boolean {
    return this.#closed
  }

  /** True while frames of a shared chunk can go out unchanged. */
  get keepsUp(): boolean {
    return this.dialect.whole === true || (this.#missed.size === 0 && this.#inTime)
  }

  /** The place of the last event that was written to it; undefined before there was one. */
  get place(): Place | undefined {
    return this.#place
  }

  get pendingBytes(): number {
    return this.#bytes
  }

  /** Everything up to there was written to it, or is none of its business. */
  reached({ seq, offset, sessionId }: Place): void {
    const before = this.#place
    const whose = sessionId === undefined ? {} : { sessionId }
    this.#place = {
      seq: before?.sessionId === sessionId ? Math.max(seq, before?.seq ?? 0) : seq,
      offset: Math.max(offset, before?.offset ?? 0),
      ...whose,
    }
  }

  /** A chunk everyone in the group gets; `last` is where its last event stands. */
  write(chunk: Buffer, items: number, last?: Place): void {
    if (this.#held) this.#held.take(chunk, items, last)
    else this.#push(chunk, items, true, last)
  }

  /** From here on what everyone gets waits; what is for this subscriber alone goes out. */
  hold(): void {
    this.#held = new Held(this.#budget)
  }

  /**
   * What waited goes out after `first`, which tells everything up to `last`. False: it was more than may wait; it is
   * gone, and nothing went out.
   */
  letGo(first: Buffer, last?: Place): boolean {
    const held = this.#held
    this.#held = undefined
    if (held?.overflowed) return false
    this.replay(first, last)
    for (const waiting of held?.chunks ?? []) this.#push(waiting.chunk, waiting.items, false, waiting.last)
    return true
  }

  /** A frame for this subscriber alone, part of a replay or a reply: not counted as falling behind. */
  reply(frame: { type: string } & Record<string, unknown>): void {
    this.#push(this.dialect.control(frame), 0, false)
  }

  /** `last`: where the last event of it stands, so far as it is told from there. */
  replay(chunk: Buffer, last?: Place): void {
    this.#push(chunk, 0, false, last)
  }

  /** What a reader that is behind still gets: durable events, and a gap where ephemeral ones are missing. */
  writeBehind(outgoing: readonly Outgoing[]): void {
    const recovered = this.#inTime
    const frames: Buffer[] = []
    for (const { event, frame } of outgoing) {
      if (!recovered && !isDurable(event.type)) this.#miss(event)
      else frames.push(...this.#tellMissed(event.sessionId), frame)
    }
    if (recovered)
      for (const sessionId of [...this.#missed.keys()]) frames.push(...this.#tellMissed(sessionId))
    if (frames.length > 0) this.#push(Buffer.concat(frames), frames.length, true)
  }

  /** Resolves when the kernel has taken everything written so far, or all but so many bytes. */
  drained(to = 0): Promise<void> {
    if (this.#bytes <= to || this.#closed) return Promise.resolve()
    return new Promise((resolve) => void this.#drained.push({ to, resolve }))
  }

  /** Closes a reader whose socket took nothing for `limitMs` though there is something to take. */
  checkStalled(now: number, limitMs: number): void {
    if (this.#bytes === 0 || this.#progressed) this.#progressAt = now
    else if (now - this.#progressAt >= limitMs) this.#close()
    this.#progressed = false
  }

  /** The connection is gone: nobody waits for it any longer. */
  end(): void {
    this.#closed = true
    for (const { resolve } of this.#drained.splice(0)) resolve()
  }

  get #inTime(): boolean {
    return this.#bytes * 2 <= this.#budget.bytes && this.#items * 2 <= this.#budget.items
  }

  #push(chunk: Buffer, items: number, counted: boolean, last?: Place): void {
    if (this.#closed) return
    if (counted && (this.#bytes > this.#budget.bytes || this.#items > this.#budget.items)) {
      this.#close()
      return
    }
    if (last) this.reached(last)
    // A response calls nobody back for nothing.
    if (chunk.length === 0) return
    this.#bytes += chunk.length
    this.#items += items
    this.#pipe.write(chunk, () => {
      this.#bytes -= chunk.length
      this.#items -= items
      this.#progressed = true
      if (this.#missed.size > 0 && this.#inTime) this.writeBehind([])
      if (this.#drained.length > 0) this.#tellDrained()
    })
  }

  #tellDrained(): void {
    const waiting = this.#drained
    this.#drained = waiting.filter(({ to }) => this.#bytes > to)
    for (const { to, resolve } of waiting) if (this.#bytes <= to) resolve()
  }

  #close(): void {
    if (this.#closed) return
    this.end()
    this.#pipe.closeSlow()
  }

  #miss(event: OutgoingEvent): void {
    const missed = this.#missed.get(event.sessionId)
    if (missed) missed.toSeq = event.seq
    else this.#missed.set(event.sessionId, { fromSeq: event.seq - 1, toSeq: event.seq })
  }

  #tellMissed(sessionId: string): Buffer[] {
    const missed = this.#missed.get(sessionId)
    if (!missed) return []
    this.#missed.delete(sessionId)
    return [this.dialect.control({ type: 'gap', sessionId, ...missed, reason: 'slow' })]
  }
}

/** What waits for a subscriber, no more than its budget. */
class Held {
  overflowed = false
  chunks: { chunk: Buffer; items: number; last: Place | undefined }[] = []
  readonly #budget: Budget
  #bytes = 0
  #items = 0

  constructor(budget: Budget) {
    this.#budget = budget
  }

  take(chunk: Buffer, items: number, last: Place | undefined): void {
    if (this.overflowed) return
    this.#bytes += chunk.length
    this.#items += items
    this.chunks.push({ chunk, items, last })
    if (this.#bytes <= this.#budget.bytes && this.#items <= this.#budget.items) return
    this.chunks = []
    this.overflowed = true
  }
}
