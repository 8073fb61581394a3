import type { JoinStart } from './cursor.js'
import { EventStream, type StreamItem, type StreamResult } from './event-stream.js'
import type { SessionEvent } from './frame.js'
import type { GatewayError } from './gateway-error.js'
import { Position } from './position.js'
import type { Reader } from './subscription.js'

const LONGEST_PAGE = 500

/** One session, as a stream of it sees the gateway. */
export interface SessionSource {
  join(start: JoinStart, reader: Reader): Promise<{ lastSeq: number }>
  leave(reader: Reader): void
  /** A page of what is kept after `at`; rejects when that cannot be had from the log `at` is of. */
  read(
    at: Required<JoinStart>,
    limit: number,
  ): Promise<{ events: readonly SessionEvent[]; next: number | null }>
}

/**
 * The events of one session, for `for await`. A reader that falls behind is not sent any more; when it has read what
 * waits, it reads on from the log page by page, and joins again where that ends. Nothing durable is left out.
 */
export class SessionStream implements AsyncIterableIterator<StreamItem> {
  /** The last number there was when the gateway took the first join; undefined when it did not. */
  readonly joined: Promise<number | undefined>
  readonly #source: SessionSource
  readonly #queue: EventStream
  readonly #page: number
  #reader: Reader | undefined
  #at: Required<JoinStart> | undefined
  #behind = false
  #catchingUp: Promise<void> | undefined

  constructor(start: JoinStart, limit: number, source: SessionSource) {
    this.#source = source
    // Every event of a page may bring a gap along.
    this.#page = Math.max(1, Math.min(LONGEST_PAGE, Math.floor(limit / 2)))
    this.#queue = new EventStream(Math.max(limit, 2), () => this.#leave())
    this.joined = this.#join(start)
  }

  async next(): Promise<StreamResult> {
    if (this.#behind && this.#queue.isEmpty) {
      this.#catchingUp ??= this.#catchUp().finally(() => {
        this.#catchingUp = undefined
      })
      await this.#catchingUp
    }
    return this.#queue.next()
  }

  return(): Promise<StreamResult> {
    return this.#queue.return()
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async #join(start: JoinStart): Promise<number | undefined> {
    this.#behind = false
    const reader: Reader = {
      position: new Position(),
      tell: (item) => this.#take(item, reader.position.at),
      end: (reason) => this.#end(reason),
    }
    this.#reader = reader
    try {
      return (await this.#source.join(start, reader)).lastSeq
    } catch (error) {
      if (this.#reader === reader) this.#end(error as GatewayError)
      return undefined
    }
  }

  /** Who closes the client knows that it is over. */
  #end(reason: GatewayError | undefined): void {
    this.#queue.end(reason?.code === 'ClientClosed' ? undefined : reason)
  }

  #leave(): void {
    const reader = this.#reader
    this.#reader = undefined
    if (reader) this.#source.leave(reader)
  }

  #take(item: StreamItem, at: Required<JoinStart> | undefined): void {
    if (this.#queue.push(item)) this.#at = at
    else {
      this.#behind = true
      this.#leave()
    }
  }

  async #catchUp(): Promise<void> {
    const at = this.#at
    if (!at) return
    const page = await this.#source.read(at, this.#page).catch(() => undefined)
    if (this.#queue.ended) return
    for (const event of page?.events ?? []) this.#append(event, at)
    // Without a page the join says what is wrong; with the last one it goes on from there.
    if (!page || page.next === null) this.#join(this.#at ?? at)
  }

  /** An event of a page; numbers that are not kept were live only, and missed by being slow. */
  #append(event: SessionEvent, { epoch }: Required<JoinStart>): void {
    const fromSeq = this.#at?.afterSeq ?? 0
    if (event.seq > fromSeq + 1) {
      const { sessionId } = event
      this.#queue.push({ type: 'gap', sessionId, fromSeq, toSeq: event.seq - 1, reason: 'slow' })
    }
    this.#queue.push(event)
    this.#at = { afterSeq: event.seq, epoch }
  }
}
