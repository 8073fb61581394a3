import type { Event, EventType, SessionState } from '@signalbox/protocol'
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
const TURN_ENDS: ReadonlySet<EventType> = new Set(['turn_complete', 'turn_error'])

/** The last event about a plan, and what the reader knows of the plan. */
interface KnownPlan {
  event: Event
  content: string
}

type ReplayLog = Pick<Log, 'reader' | 'epoch' | 'snapshot'>

/** Reads the log after a reader's place and says it as the reader would have heard it. */
export class StreamReplay {
  readonly #log: ReplayLog
  readonly #scope: StreamScope
  readonly #start: StreamStart
  readonly #teller: Teller<Event>
  /** Sessions whose events before the place were heard, so that those after it can be told, and how far that is. */
  readonly #told = new Map<string, number>()
  /** The plans of sessions. */
  readonly #plans = new Map<string, KnownPlan>()
  /** Sessions of which something was told after the reader's place. */
  readonly #spoken = new Set<string>()
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
    for (const [sessionId, plan] of this.#plans) {
      if (known.has(sessionId)) continue
      const state = await this.#log.snapshot(sessionId)
      if (!state || !this.#mayHaveMissed(state)) continue
      const place = { seq: this.toldSeq(sessionId), offset: this.#offset }
      lines.push(...this.#planNow(plan, state, place).map((line) => ({ line, sessionId })))
    }
    return lines
  }

  /** Whether a plan of a session, as a line tells it, may be new to the reader. */
  async isNewPlan(sessionId: string, { params }: RpcLine): Promise<boolean> {
    if (JSON.stringify(params.content) === this.#plans.get(sessionId)?.content) return false
    const state = await this.#log.snapshot(sessionId)
    return state !== undefined && this.#mayHaveMissed(state)
  }

  /** Steps are told while a turn runs: who was there at its end, and heard nothing since, knows them. */
  #mayHaveMissed({ meta, turn }: SessionState): boolean {
    return turn !== null || this.#spoken.has(meta.id)
  }

  #planNow(plan: KnownPlan, state: SessionState, place: { seq: number; offset: number }): RpcLine[] {
    const lines: RpcLine[] = []
    for (const now of unstored(plan.event, state)) {
      this.#teller.hear({ ...now, ...place })
      lines.push(
        ...this.#teller.lines().filter(({ params }) => JSON.stringify(params.content) !== plan.content),
      )
    }
    const content = lines.at(-1)?.params.content
    if (content !== undefined) this.#plans.set(state.meta.id, { ...plan, content: JSON.stringify(content) })
    return lines
  }

  /** A plan is told as far as it came before the end of its turn, as it was when it happened. */
  async #planAtEnd(event: Event, place: { seq: number; offset: number }): Promise<RpcLine[]> {
    const { sessionId, type, turnId } = event
    const plan = this.#plans.get(sessionId)
    // Who heard the pieces is told by what is open, if there was a step it has not heard of.
    if (!plan || !TURN_ENDS.has(type) || this.#start.live?.sessionId === sessionId) return []
    const state = await this.#log.snapshot(sessionId)
    if (!state || state.lastTurnId !== turnId || !isOfPlan(plan.event, state)) return []
    return this.#planNow(plan, state, place)
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
      lines.push(...(await this.#planAtEnd(event, before)))
      const said = linesOfEvent(this.#hear(event), before)
      if (said.length > 0) this.#spoken.add(sessionId)
      lines.push(...said)
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

function isOfPlan({ data }: Event, { plan }: SessionState): boolean {
  return plan !== null && (JSON.parse(data) as { planId?: unknown }).planId === plan.planId
}
