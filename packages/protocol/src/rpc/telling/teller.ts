import { isDurable } from '../../registry/registry.js'
import type { Growing } from './growing.js'
import type { HeardEvent, RpcLine } from './line.js'
import { type SessionNotes, sessionIn } from './notes.js'
import { ruleFor } from './table.js'
import { planTold } from './tell-plans.js'
import { type ItemMethod, itemLine, type Memory, Telling } from './telling.js'

/** Growth that was held back, told now: `event` is the last piece heard. */
export interface Owed<E extends HeardEvent = HeardEvent> {
  event: E
  lines: RpcLine[]
}

/** An item that is in no replay as it stands: `firstSeq` and `firstOffset` are those of what it began with. */
export interface OpenItem<E extends HeardEvent = HeardEvent> {
  event: E
  firstSeq: number
  firstOffset: number
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
    this.#memory = { epoch, sessions: new Map(), owing: new Set() }
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
    const session = this.#memory.sessions.get(event.sessionId)
    if (session) this.#placed(session, event)
  }

  #placed(session: SessionNotes, { type, seq, ts }: HeardEvent): void {
    session.heardAt = ts
    if (isDurable(type)) session.durableSeq = seq
    if (this.#memory.sessions.size > this.#mostSessions) this.#forgetIdle()
  }

  /** What the event heard last is on this wire. Asked for at most once per event. */
  lines(): RpcLine[] {
    const telling = this.#telling
    if (!telling) return []
    this.#telling = undefined
    const lines = telling.said.map((line) => line())
    const { grown, event } = telling
    if (!grown) return lines
    if (grown.isDue(event.ts)) lines.push(this.#grown(grown, event.ts))
    else this.#memory.owing.add(grown)
    return lines
  }

  /** Growth that was held back; with a time, only where it was told long enough before. */
  owed(now = Number.POSITIVE_INFINITY): Owed<E>[] {
    const due = [...this.#memory.owing].filter((growing) => growing.isDue(now))
    return due.map((growing) => ({
      event: growing.last as E,
      lines: [this.#grown(growing, Number.isFinite(now) ? now : growing.last.ts)],
    }))
  }

  get owes(): boolean {
    return this.#memory.owing.size > 0
  }

  #grown(growing: Growing, ms: number): RpcLine {
    this.#memory.owing.delete(growing)
    growing.toldAt = ms
    return this.#growthLine(growing, 'item/updated')
  }

  #growthLine(growing: Growing, method: ItemMethod): RpcLine {
    const { id, last, content } = growing
    return itemLine(this.#memory.epoch, last, method, { id, status: 'active', turnId: last.turnId, content })
  }

  /**
   * What a replay does not tell, as far as it is: texts and thoughts that still grow, as created; output of commands
   * and steps of plans, which a replay has told without them, as updated.
   */
  open(sessionId?: string): OpenItem<E>[] {
    const { sessions } = this.#memory
    if (sessionId === undefined) return [...sessions.values()].flatMap((session) => this.#openIn(session))
    const session = sessions.get(sessionId)
    return session ? this.#openIn(session) : []
  }

  #openIn(session: SessionNotes): OpenItem<E>[] {
    const turns = [...session.turns.values()]
    const open = turns.flatMap(({ text, thought, calls }) => [
      ...[text, thought].flatMap((growing) => (growing ? [this.#openItem(growing, 'item/created')] : [])),
      ...[...calls.values()].flatMap(({ output, first }) =>
        output ? [this.#openItem(output, 'item/updated', first)] : [],
      ),
    ])
    for (const plan of turns.some(({ over }) => !over) ? session.plans.values() : []) {
      if (!plan.step) continue
      const line = itemLine(this.#memory.epoch, plan.step, 'item/updated', planTold(plan))
      open.push(openItem<E>(plan.step, plan.first, line))
    }
    return open.sort((a, b) => a.firstSeq - b.firstSeq)
  }

  #openItem(growing: Growing, method: ItemMethod, first: HeardEvent = growing.first): OpenItem<E> {
    return openItem<E>(growing.last, first, this.#growthLine(growing, method))
  }

  /** The reader saw everything of the session up to this number, pieces too: it is told none of that again. */
  resumedAt(sessionId: string, seq: number): void {
    const session = sessionIn(this.#memory.sessions, sessionId)
    session.resumedSeq = Math.max(session.resumedSeq, seq)
    // Above the last durable event there are pieces alone: with the first of them the agent had what was said to it.
    if (seq > session.durableSeq) session.inputs = []
  }

  #forgetIdle(): void {
    const { sessions, owing } = this.#memory
    const byAge = [...sessions.values()].sort((a, b) => rank(a) - rank(b) || a.heardAt - b.heardAt)
    const some = Math.ceil(this.#mostSessions / 10)
    const forgotten = new Set(byAge.slice(0, some).map(({ sessionId }) => sessionId))
    for (const sessionId of forgotten) sessions.delete(sessionId)
    for (const growing of owing) if (forgotten.has(growing.first.sessionId)) owing.delete(growing)
  }
}

/** Sessions with a turn under way are forgotten last. */
function rank({ turns }: SessionNotes): number {
  return [...turns.values()].some(({ over }) => !over) ? 1 : 0
}

function openItem<E extends HeardEvent>(last: HeardEvent, first: HeardEvent, line: RpcLine): OpenItem<E> {
  return { event: last as E, firstSeq: first.seq, firstOffset: first.offset, line }
}
