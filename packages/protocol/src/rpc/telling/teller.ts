import { isDurable } from '../../registry/registry.js'
import type { Growing } from './growing.js'
import type { HeardEvent, RpcLine } from './line.js'
import { type PlanNote, type SessionNotes, sessionIn } from './notes.js'
import { ruleFor } from './table.js'
import { planTold } from './tell-plans.js'
import { takeInputs } from './tell-talk.js'
import { type ItemMethod, itemLine, type Memory, Telling } from './telling.js'

/** Growth that was held back, told now. `event` is the last piece, placed where the session is by now. */
export interface Owed<E extends HeardEvent = HeardEvent> {
  event: E
  lines: RpcLine[]
}

/**
 * An item that is in no replay as it stands: `event` is the last piece of it, placed where the session is by now;
 * `firstSeq` is that of what it began with. Who has read up to `seenAt` knows all of it.
 */
export interface OpenItem<E extends HeardEvent = HeardEvent> {
  event: E
  firstSeq: number
  seenAt?: number
  line: RpcLine
}

/** So many sessions are known at once; then those that were silent longest are forgotten, some at a time. */
const MOST_SESSIONS = 10_000

/**
 * Says the events of the log as notifications of the JSON-RPC door. Pure: no clock, no ids but those that follow from
 * the events, so that who hears the same events says the same lines.
 */
export class Teller<E extends HeardEvent = HeardEvent> {
  readonly #memory: Memory
  readonly #mostSessions: number
  #telling: Telling | undefined

  constructor(epoch: string, mostSessions = MOST_SESSIONS) {
    this.#mostSessions = mostSessions
    this.#memory = { epoch, sessions: new Map(), owing: new Set(), offset: 0 }
  }

  /** Every event, in order, also when nobody listens. */
  hear(event: E): void {
    this.#telling = undefined
    const rule = ruleFor(event.type)
    if (rule) {
      const telling = new Telling(event, this.#memory)
      this.#telling = telling
      rule(telling)
    }
    this.#memory.offset = event.offset
    const session = this.#memory.sessions.get(event.sessionId)
    if (session) this.#follow(session, event)
  }

  #follow(session: SessionNotes, { type, seq, ts }: HeardEvent): void {
    session.heardAt = ts
    session.seq = seq
    if (isDurable(type)) session.durableSeq = seq
    if (this.#memory.sessions.size > this.#mostSessions) this.#forgetIdle()
  }

  /** What the event heard last is on this wire. Asked for at most once per event. */
  lines(): RpcLine[] {
    const telling = this.#telling
    if (!telling) return []
    this.#telling = undefined
    telling.asked()
    const lines = telling.said.map((line) => line())
    const { grown, event } = telling
    if (!grown) return lines
    if (grown.isDue(event.ts)) lines.push(this.#grown(grown, event, event.ts))
    else this.#memory.owing.add(grown)
    return lines
  }

  /** Growth that was held back; with a time, only where it was told long enough before. */
  owed(now = Number.POSITIVE_INFINITY): Owed<E>[] {
    const due = [...this.#memory.owing].filter((growing) => growing.isDue(now))
    return due.map((growing) => {
      const event = this.#placed(growing.last)
      const ms = Number.isFinite(now) ? now : growing.last.ts
      return { event: event as E, lines: [this.#grown(growing, event, ms)] }
    })
  }

  get owes(): boolean {
    return this.#memory.owing.size > 0
  }

  #grown(growing: Growing, at: HeardEvent, ms: number): RpcLine {
    this.#memory.owing.delete(growing)
    growing.toldAt = ms
    growing.seenAt = at.seq
    return this.#growthLine(growing, at, 'item/updated')
  }

  #growthLine({ id, content }: Growing, at: HeardEvent, method: ItemMethod): RpcLine {
    return itemLine(this.#memory.epoch, at, method, { id, status: 'active', turnId: at.turnId, content })
  }

  /** An event that is told late stands behind everything that was told before it: places never fall. */
  #placed(event: HeardEvent): HeardEvent {
    const { sessions, offset } = this.#memory
    return { ...event, seq: sessions.get(event.sessionId)?.seq ?? event.seq, offset }
  }

  /**
   * What a replay does not tell, as far as it is: texts and thoughts that still grow, as created; output of commands
   * and steps of plans, which a replay has told without them, as updated. Of one session also when its turn is over.
   */
  open(sessionId?: string): OpenItem<E>[] {
    const { sessions } = this.#memory
    const session = sessionId === undefined ? undefined : sessions.get(sessionId)
    if (session) return this.#openIn(session)
    return sessionId === undefined
      ? [...sessions.values()].flatMap((one) => (isUnderWay(one) ? this.#openIn(one) : []))
      : []
  }

  #openIn(session: SessionNotes): OpenItem<E>[] {
    const open: OpenItem<E>[] = []
    for (const { text, thought, calls } of session.turns.values()) {
      for (const growing of [text, thought]) if (growing) open.push(this.#openItem(growing, 'item/created'))
      for (const { output, first } of calls.values())
        if (output) open.push(this.#openItem(output, 'item/updated', first))
    }
    for (const plan of session.plans.values()) if (plan.step) open.push(this.#openPlan(plan, plan.step))
    return open.sort((a, b) => a.firstSeq - b.firstSeq)
  }

  #openItem(growing: Growing, method: ItemMethod, first: HeardEvent = growing.first): OpenItem<E> {
    const event = this.#placed(growing.last)
    return openItem<E>(event, first, growing.seenAt, this.#growthLine(growing, event, method))
  }

  #openPlan(plan: PlanNote, step: HeardEvent): OpenItem<E> {
    const event = this.#placed(step)
    const line = itemLine(this.#memory.epoch, event, 'item/updated', planTold(plan))
    return openItem<E>(event, plan.first, step.seq, line)
  }

  /** What a piece that was not heard says beside itself: that the agent has what was said to it. */
  aside(piece: E): RpcLine[] {
    const telling = new Telling(piece, this.#memory)
    takeInputs(telling)
    return telling.said.map((line) => line())
  }

  /**
   * The reader saw everything of the session up to this number: it is told none of that again. `maySeeMore`: perhaps
   * pieces after it too, so what was said to the agent may have been told as taken, and is never told to have failed.
   */
  resumedAt(sessionId: string, seq: number, maySeeMore = false): void {
    const session = sessionIn(this.#memory.sessions, sessionId)
    session.resumedSeq = Math.max(session.resumedSeq, seq)
    // Above the last durable event there are pieces alone: with the first of them the agent had what was said to it.
    if (seq > session.durableSeq) session.inputs = []
    if (maySeeMore) session.inputs = session.inputs.map((input) => ({ ...input, mayBeTaken: true }))
  }

  /** Those with a turn under way last. */
  #forgetIdle(): void {
    const { sessions, owing } = this.#memory
    const byAge = [...sessions.values()].sort(
      (a, b) => Number(isUnderWay(a)) - Number(isUnderWay(b)) || a.heardAt - b.heardAt,
    )
    const some = Math.ceil(this.#mostSessions / 10)
    const forgotten = new Set(byAge.slice(0, some).map(({ sessionId }) => sessionId))
    for (const sessionId of forgotten) sessions.delete(sessionId)
    for (const growing of owing) if (forgotten.has(growing.first.sessionId)) owing.delete(growing)
  }
}

function isUnderWay({ turns }: SessionNotes): boolean {
  for (const { over } of turns.values()) if (!over) return true
  return false
}

function openItem<E extends HeardEvent>(
  event: HeardEvent,
  { seq }: HeardEvent,
  seenAt: number | undefined,
  line: RpcLine,
): OpenItem<E> {
  const seen = seenAt === undefined ? {} : { seenAt }
  return { event: event as E, firstSeq: seq, ...seen, line }
}
