import type { Event } from '@signalbox/protocol'
import { type RpcLine, Teller } from '@signalbox/protocol/telling'
import { linesOfEvent, type SessionLine } from '../../dialects/line-places.js'
import { linesFrame } from '../../dialects/rpc.js'
import type { Subscriber } from '../../hub/subscriber.js'
import type { EventPage, Log } from '../../log/log.js'
import { unstored } from './methods/thread-items.js'
import type { StreamScope } from './stream-query.js'
import type { StreamStart } from './stream-start.js'

const PAGE = 256
/** How many numbers before an event are heard where no turn before it is known. */
const LOOKED_BACK = 1000

type ReplayLog = Pick<Log, 'reader' | 'epoch' | 'snapshot'>

/** Reads the log after a reader's place and says it as the reader would have heard it. */
export class StreamReplay {
  readonly #log: ReplayLog
  readonly #scope: StreamScope
  readonly #start: StreamStart
  readonly #teller: Teller<Event>
  /** Sessions whose events before the place were heard, so that those after it can be told, and how far that is. */
  readonly #told = new Map<string, number>()
  /** The last event about the plan of a session, and what of the plan is stored. */
  readonly #plans = new Map<string, { event: Event; content: string }>()
  #position: number
  #offset = 0

  constructor(log: ReplayLog, scope: StreamScope, start: StreamStart) {
    this.#log = log
    this.#scope = scope
    this.#start = start
    this.#position = start.position
    this.#teller = new Teller(log.epoch)
  }

  /** Up to which number a session is told: what is stored, and what the reader knew. */
  toldSeq(sessionId: string): number {
    return this.#told.get(sessionId) ?? 0
  }

  /** Tells what is stored up to an offset, as fast as the socket takes it. */
  async through(mark: number, subscriber: Subscriber): Promise<void> {
    for (let more = true; more && !subscriber.closed; ) {
      const page = await this.#read()
      const events = page.events.filter(({ offset }) => offset <= mark)
      await this.#tell(events, subscriber)
      more = page.more && events.length === page.events.length
    }
    if (this.#scope.sessionId !== undefined) return
    this.#position = Math.max(this.#position, mark)
    this.#offset = this.#position
  }

  /** What a piece, which is in no replay, says beside itself: that the agent took the input. */
  async aside(piece: Event): Promise<RpcLine[]> {
    await this.#meet(piece.sessionId, piece.seq + 1)
    return this.#teller.aside(piece)
  }

  /** Plans as they are now, where what is stored of them is older; `known` are the sessions whose plans are told otherwise. */
  async plans(known: ReadonlySet<string>): Promise<SessionLine[]> {
    const { sessionId } = this.#scope
    if (sessionId !== undefined) await this.#meet(sessionId, this.#start.headSeq + 1)
    const lines: SessionLine[] = []
    for (const [sessionId, { event, content }] of this.#plans) {
      const state = known.has(sessionId) ? undefined : await this.#log.snapshot(sessionId)
      for (const now of state ? unstored(event, state) : []) {
        this.#teller.hear({ ...now, seq: this.toldSeq(sessionId), offset: this.#offset })
        const changed = this.#teller
          .lines()
          .filter(({ params }) => JSON.stringify(params.content) !== content)
        lines.push(...changed.map((line) => ({ line, sessionId })))
      }
    }
    return lines
  }

  #read(): Promise<EventPage> {
    const { tenantId, sessionId } = this.#scope
    if (sessionId === undefined) return this.#log.reader.readAll(tenantId, this.#position, PAGE)
    return this.#log.reader.read(sessionId, { afterSeq: this.#position, limit: PAGE })
  }

  async #tell(events: readonly Event[], subscriber: Subscriber): Promise<void> {
    const lines: RpcLine[] = []
    for (const event of events) {
      const { sessionId, seq, offset, type } = event
      if (type === 'session_created') this.#told.set(sessionId, 0)
      await this.#meet(sessionId, seq)
      const before = { seq: this.toldSeq(sessionId), offset: offset - 1 }
      lines.push(...linesOfEvent(this.#hear(event), before))
      this.#told.set(sessionId, seq)
      this.#position = this.#scope.sessionId === undefined ? offset : seq
    }
    const last = events.at(-1)
    if (last) subscriber.replay(linesFrame(lines), last)
    await subscriber.drained()
  }

  #hear(event: Event): RpcLine[] {
    this.#teller.hear(event)
    this.#offset = Math.max(this.#offset, event.offset)
    const lines = this.#teller.lines()
    if (event.type.startsWith('plan_')) {
      const content = JSON.stringify(lines.at(-1)?.params.content)
      this.#plans.set(event.sessionId, { event, content })
    }
    return lines
  }

  /** Hears the turn in which a session was at the reader's place: what follows is told in its light. */
  async #meet(sessionId: string, seq: number): Promise<void> {
    if (this.#told.has(sessionId)) return
    const { seen, live } = this.#start
    this.#told.set(sessionId, 0)
    if (!seen) return
    const turn = await this.#log.reader.turnBefore(sessionId, seq)
    let last = (turn ?? Math.max(1, seq - LOOKED_BACK)) - 1
    for (let more = true; more; ) {
      const page = await this.#log.reader.read(sessionId, { afterSeq: last, limit: PAGE })
      const before = page.events.filter((event) => event.seq < seq)
      for (const event of before) this.#hear(event)
      last = before.at(-1)?.seq ?? last
      more = page.more && before.length === page.events.length
    }
    const heard = live?.sessionId === sessionId ? live.seq : undefined
    this.#told.set(sessionId, Math.max(last, heard ?? 0))
    if (heard !== undefined) this.#teller.resumedAt(sessionId, heard)
    // Of an offset it is not known how many pieces after it were heard.
    else if (this.#scope.sessionId === undefined) this.#teller.resumedAt(sessionId, 0, true)
  }
}
