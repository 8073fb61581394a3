import type { Event } from '@signalbox/protocol'
import { type RpcLine, Teller } from '@signalbox/protocol/telling'
import { linesOfEvent } from '../../dialects/line-places.js'
import { linesFrame } from '../../dialects/rpc.js'
import type { Subscriber } from '../../hub/subscriber.js'
import type { EventPage, Log } from '../../log/log.js'
import type { StreamScope } from './stream-query.js'

const PAGE = 256
/** How many numbers before an event are heard where no turn before it is known. */
const LOOKED_BACK = 1000

export interface ReplayFrom {
  /** Exclusive: a seq of the one thread, else an offset. */
  position: number
  /** The reader was there: what follows is told in the light of what came before. */
  seen: boolean
  /** It heard the pieces of its one thread up to there as they came. */
  live: boolean
}

/** Reads the log after a reader's place and says it as the reader would have heard it. */
export class StreamReplay {
  readonly #log: Pick<Log, 'reader'>
  readonly #scope: StreamScope
  readonly #teller: Teller<Event>
  readonly #from: ReplayFrom
  /** Sessions whose events before the place were heard, so that those after it can be told, and how far that is. */
  readonly #known = new Map<string, number>()
  #position: number

  constructor(log: Pick<Log, 'reader' | 'epoch'>, scope: StreamScope, from: ReplayFrom) {
    this.#log = log
    this.#scope = scope
    this.#from = from
    this.#position = from.position
    this.#teller = new Teller(log.epoch)
  }

  /** Tells what is stored up to an offset, as fast as the socket takes it. */
  async through(mark: number, subscriber: Subscriber): Promise<void> {
    for (let more = true; more && !subscriber.closed; ) {
      const page = await this.#read()
      const events = page.events.filter(({ offset }) => offset <= mark)
      await this.#tell(events, subscriber)
      more = page.more && events.length === page.events.length
    }
    if (this.#scope.sessionId === undefined) this.#position = Math.max(this.#position, mark)
  }

  /**
   * What a piece, which is in no replay, says of other items than its own: that the agent took the input. Its own
   * would be told as if it began here.
   */
  async aside(piece: Event): Promise<RpcLine[]> {
    if (!this.#known.has(piece.sessionId)) await this.#meet(piece)
    this.#teller.hear(piece)
    const lines = this.#teller.lines()
    const begun = new Set(lines.filter(isCreation).map(({ params }) => params.item_id))
    return lines.filter(({ params }) => !begun.has(params.item_id))
  }

  #read(): Promise<EventPage> {
    const { tenantId, sessionId } = this.#scope
    if (sessionId === undefined) return this.#log.reader.readAll(tenantId, this.#position, PAGE)
    return this.#log.reader.read(sessionId, { afterSeq: this.#position, limit: PAGE })
  }

  async #tell(events: readonly Event[], subscriber: Subscriber): Promise<void> {
    const lines: RpcLine[] = []
    for (const event of events) {
      if (!this.#known.has(event.sessionId)) await this.#meet(event)
      this.#teller.hear(event)
      const { sessionId, seq, offset } = event
      const before = { seq: this.#known.get(sessionId) ?? 0, offset: offset - 1 }
      lines.push(...linesOfEvent(this.#teller.lines(), before))
      this.#known.set(sessionId, seq)
      this.#position = this.#scope.sessionId === undefined ? offset : seq
    }
    const last = events.at(-1)
    if (last) subscriber.replay(linesFrame(lines), last)
    await subscriber.drained()
  }

  /** Hears the turn in which a session was at the reader's place: what follows is told in its light. */
  async #meet({ sessionId, type, seq }: Event): Promise<void> {
    this.#known.set(sessionId, 0)
    if (!this.#from.seen || type === 'session_created') return
    const turn = await this.#log.reader.turnBefore(sessionId, seq)
    let last = (turn ?? Math.max(1, seq - LOOKED_BACK)) - 1
    for (let more = true; more; ) {
      const page = await this.#log.reader.read(sessionId, { afterSeq: last, limit: PAGE })
      const before = page.events.filter((event) => event.seq < seq)
      for (const event of before) this.#teller.hear(event)
      last = before.at(-1)?.seq ?? last
      more = page.more && before.length === page.events.length
    }
    const { live, position } = this.#from
    if (live) this.#teller.resumedAt(sessionId, position)
    this.#known.set(sessionId, live ? Math.max(last, position) : last)
  }
}

function isCreation({ method }: RpcLine): boolean {
  return method === 'item/created'
}
