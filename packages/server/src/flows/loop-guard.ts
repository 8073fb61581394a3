import type { Alias, Event, JsonObject } from '@signalbox/protocol'
import { FLOW_NAMESPACE } from '@signalbox/protocol/flow'
import type { Log, Published } from '../log/log.js'
import type { ActivityOutcome } from './activity-runner.js'
import { BoundedMap } from './bounded-map.js'
import { SessionWorks, type Work } from './session-works.js'

/** The triggers that led to something, the first first. */
export type Chain = readonly string[]

/** What the guard needs to know of a delivery. */
interface Guarded {
  id: string
  chain: Chain
}

/** So many triggers may set each other off. */
export const MAX_DEPTH = 5
/** A turn that begins in a session so soon after something was typed into it was begun by that. */
const BEGINS_MS = 30_000
const MAX_KNOWN = 10_000
const TURN_ENDS: ReadonlySet<string> = new Set(['turn_complete', 'turn_error'])

/**
 * Knows which events flows have set off: the toasts they show, the sessions they make, the turns they begin, and what the
 * sessions say meanwhile. What this process does not remember is read from the outbox.
 */
export class LoopGuard {
  readonly #log: Pick<Log, 'head' | 'reader'>
  readonly #now: () => number
  readonly #deliveries = new BoundedMap<string, Chain>(MAX_KNOWN)
  /** Undefined: not known here; null: nobody's. */
  readonly #turns = new BoundedMap<string, Chain | null>(MAX_KNOWN)
  readonly #lastTurns = new BoundedMap<string, { turnId: string; at: number }>(MAX_KNOWN)
  readonly #touched = new BoundedMap<string, string>(MAX_KNOWN)
  readonly #works = new SessionWorks()

  constructor(log: Pick<Log, 'head' | 'reader' | 'onPublish'>, now: () => number) {
    this.#log = log
    this.#now = now
    log.onPublish((events) => {
      for (const event of events) this.#hear(event)
    })
  }

  /** A delivery is about to be done. */
  began({ id, chain }: Guarded): void {
    this.#deliveries.set(id, chain)
  }

  /** It does something in a session now: what the session says from here on, before its turn begins, comes of that. */
  touches({ id, chain }: Guarded, sessionId: string, by: 'asking' | 'typing'): void {
    this.#touched.set(id, sessionId)
    const work = this.#works.current(sessionId)
    // Of two at once the longer chain is the one that has to end.
    const isOther = work?.chain && work.until >= this.#now() && work.chain.length > chain.length
    if (isOther && by === 'asking') return
    const typed = by === 'typing' ? { typed: true as const } : {}
    this.#works.add(sessionId, { chain, from: this.#log.head + 1, until: Number.POSITIVE_INFINITY, ...typed })
  }

  /** What it said of itself; `since` is when it began. */
  ended({ id, chain }: Guarded, outcome: ActivityOutcome, since: number): void {
    if (!outcome.ok) {
      const touched = this.#touched.get(id)
      if (touched !== undefined) this.#soonOver(touched, chain)
      return
    }
    const { turnId, typedInto } = outcome
    if (turnId !== undefined) this.#turns.set(turnId, chain)
    // A turn that is known was heard of when it began.
    if (turnId !== undefined || typedInto === undefined) return
    const last = this.#lastTurns.get(typedInto)
    const begun = last && last.at >= since ? last.turnId : undefined
    if (begun !== undefined) this.#turns.set(begun, chain)
    if (this.#soonOver(typedInto, chain)) return
    this.#works.add(typedInto, {
      ...{ chain, from: this.#log.head + 1, typed: true },
      ...(begun === undefined
        ? { until: this.#now() + BEGINS_MS }
        : { until: Number.POSITIVE_INFINITY, turnId: begun }),
    })
  }

  /** A turn that comes of it comes soon. False where it is not what is at work there. */
  #soonOver(sessionId: string, chain: Chain): boolean {
    const work = this.#works.current(sessionId)
    if (work?.chain !== chain) return false
    if (work.turnId === undefined) this.#works.change(sessionId, { until: this.#now() + BEGINS_MS })
    return true
  }

  /** The triggers that led to an event of a session with these names; undefined where no flow did. */
  causes(
    event: Event,
    data: JsonObject,
    aliases: readonly Alias[] = [],
  ): Chain | undefined | Promise<Chain | undefined> {
    const { type, tenantId, turnId, sessionId, offset, ts } = event
    if (type === 'toast' && typeof data.deliveryId === 'string')
      return this.#chainOf(tenantId, data.deliveryId)
    if (turnId !== undefined) {
      const known = this.#turns.get(turnId)
      return known === undefined ? this.#lookUp(tenantId, turnId) : (known ?? undefined)
    }
    // What names no turn belongs to what is done in its session.
    const maker = makerIn(aliases)
    const work = this.#works.at(sessionId, offset)
    // A session that a flow made carries the id of the delivery.
    if (!work) return maker === undefined ? undefined : this.#chainOf(tenantId, maker)
    // A session that a flow made has nobody else; and no state of a session comes of itself, however late it comes.
    const lasts = maker !== undefined || type === 'session_state' || ts <= work.until
    return lasts ? (work.chain ?? undefined) : undefined
  }

  #chainOf(tenantId: string, deliveryId: string): Chain | Promise<Chain | undefined> {
    return this.#deliveries.get(deliveryId) ?? this.#log.reader.chainOf({ tenantId, deliveryId })
  }

  async #lookUp(tenantId: string, turnId: string): Promise<Chain | undefined> {
    const chain = await this.#log.reader.chainOf({ tenantId, turnId })
    if (this.#turns.get(turnId) === undefined) this.#turns.set(turnId, chain ?? null)
    return this.#turns.get(turnId) ?? undefined
  }

  #hear(event: Published): void {
    const { type, turnId, sessionId, ts } = event
    if (turnId === undefined) return
    if (type === 'turn_started') this.#turnStarted(event, turnId)
    else if (type === 'steer_sent') this.#steered(event, turnId)
    else if (TURN_ENDS.has(type) && this.#works.current(sessionId)?.turnId === turnId)
      this.#works.change(sessionId, { until: ts + BEGINS_MS })
  }

  #turnStarted({ sessionId, data, ts, offset }: Published, turnId: string): void {
    const work = this.#works.current(sessionId)
    const chain = this.#chainOfWish(data) ?? typedBefore(work, ts) ?? null
    this.#turns.set(turnId, chain)
    this.#lastTurns.set(sessionId, { turnId, at: ts })
    this.#works.add(sessionId, { chain, from: offset, turnId, until: Number.POSITIVE_INFINITY })
  }

  /** What a flow says in a turn of somebody makes the rest of the turn the flow's. */
  #steered({ sessionId, source, offset }: Published, turnId: string): void {
    const work = this.#works.current(sessionId)
    if (source.via !== 'flow' || !work?.chain) return
    const { chain } = work
    this.#turns.set(turnId, chain)
    this.#works.add(sessionId, { chain, from: offset, turnId, until: Number.POSITIVE_INFINITY })
  }

  /** A turn a delivery asked for carries its id. */
  #chainOfWish(data: string): Chain | undefined {
    if (!data.includes('"clientTurnId"')) return undefined
    const { clientTurnId } = JSON.parse(data) as JsonObject
    return typeof clientTurnId === 'string' ? this.#deliveries.get(clientTurnId) : undefined
  }
}

function typedBefore(work: Work | undefined, ts: number): Chain | undefined {
  return work?.typed && work.turnId === undefined && work.chain && ts <= work.until ? work.chain : undefined
}

/** The delivery that made a session of these names. */
function makerIn(aliases: readonly Alias[]): string | undefined {
  return aliases.find(({ namespace }) => namespace === FLOW_NAMESPACE)?.id
}
