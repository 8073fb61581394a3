import { type Glance, WATCH_STATES, type WatchEntry, type WatchState } from '@signalbox/protocol'
import type { Log, Published, WatchedSession } from '../log/log.js'

/** Those that need somebody first. */
const ORDER: readonly WatchState[] = ['permission', 'waiting', 'idle', 'busy', 'stale', 'ended']
const RANK = Object.fromEntries(WATCH_STATES.map((state) => [state, ORDER.indexOf(state)])) as Readonly<
  Record<WatchState, number>
>
const MAX_ENTRIES = 20_000
/** How many leave at once when there are too many: finding them means sorting all. */
const ROOM = 1_000
const SWEEP_MS = 30_000

/** What happened on the list of a tenant: an event to pass on, or a session that is there no more. */
export type BoardChange = { event: Published } | { left: WatchEntry; seq: number; ts: number }

export interface WatchBoardDeps {
  log: Pick<Log, 'onPublish'>
  now: () => number
  maxEntries?: number
}

interface Entry extends WatchEntry {
  tenantId: string
  seq: number
}

/** How an event was told is not part of what is seen. */
interface Told {
  late?: boolean
  occurredAt?: number
}

type Listener = (tenantId: string, changes: readonly BoardChange[]) => void

/** The watch list of every tenant, in memory: what is seen of each session at a glance. */
export class WatchBoard {
  readonly #deps: WatchBoardDeps
  readonly #entries = new Map<string, Entry>()
  readonly #listeners = new Set<Listener>()
  /** While the list is being read: sessions that left it meanwhile. */
  #left: Set<string> | undefined = new Set()
  readonly #sweep: NodeJS.Timeout

  constructor(deps: WatchBoardDeps) {
    this.#deps = deps
    deps.log.onPublish((events) => this.#publish(events))
    this.#sweep = setInterval(() => this.#removeOver(), SWEEP_MS).unref()
  }

  get size(): number {
    return this.#entries.size
  }

  /** A session that was there before the gateway started; what was heard of it since counts more. */
  load({ sessionId, tenantId, seq, watch }: WatchedSession): void {
    if (this.#left?.has(sessionId) || this.#entries.has(sessionId)) return
    this.#put({ sessionId, ...watch, tenantId, seq })
  }

  /** All that were there before are known. */
  loaded(): void {
    this.#left = undefined
  }

  /** What is seen of a tenant's sessions: those that need somebody first, then the newest. */
  list(tenantId: string): WatchEntry[] {
    const now = this.#deps.now()
    const entries = [...this.#entries.values()].filter(
      (entry) => entry.tenantId === tenantId && !isOver(entry, now),
    )
    return entries.sort(byNeed).map(shown)
  }

  /** Tells of every change from here on, at once, in order, as many as were published together. */
  onChange(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  close(): void {
    clearInterval(this.#sweep)
    this.#listeners.clear()
    this.#entries.clear()
  }

  #publish(events: readonly Published[]): void {
    const changes = new Map<string, BoardChange[]>()
    for (const event of events) {
      const change = this.#hear(event)
      if (!change) continue
      const others = changes.get(event.tenantId)
      if (others) others.push(change)
      else changes.set(event.tenantId, [change])
    }
    for (const [tenantId, told] of changes) for (const listener of this.#listeners) listener(tenantId, told)
  }

  #hear(event: Published): BoardChange | undefined {
    const { type, sessionId, tenantId, seq, ts } = event
    if (type === 'watch_state') {
      const { late: _late, occurredAt: _at, ...glance } = JSON.parse(event.data) as Glance & Told
      if (glance.state === 'ended' && glance.until === undefined) this.#remove(sessionId)
      else this.#put({ sessionId, ...glance, tenantId, seq })
      return { event }
    }
    if (type !== 'session_deleted') return undefined
    const known = this.#remove(sessionId)
    if (!known) return undefined
    const { agent, origin } = known
    return { left: { sessionId, state: 'ended', since: ts, reason: 'deleted', agent, origin }, seq, ts }
  }

  #put(entry: Entry): void {
    this.#entries.set(entry.sessionId, entry)
    const { maxEntries = MAX_ENTRIES } = this.#deps
    if (this.#entries.size > maxEntries) this.#makeRoom(maxEntries)
  }

  #remove(sessionId: string): Entry | undefined {
    const known = this.#entries.get(sessionId)
    this.#entries.delete(sessionId)
    this.#left?.add(sessionId)
    return known
  }

  /** The last of the list leave it; they come back when something is heard of them. */
  #makeRoom(maxEntries: number): void {
    this.#removeOver()
    const room = Math.min(ROOM, Math.ceil(maxEntries / 10))
    for (const { sessionId } of [...this.#entries.values()].sort(byNeed).slice(maxEntries - room))
      this.#entries.delete(sessionId)
  }

  #removeOver(): void {
    const now = this.#deps.now()
    for (const entry of this.#entries.values()) if (isOver(entry, now)) this.#entries.delete(entry.sessionId)
  }
}

function isOver({ until }: WatchEntry, now: number): boolean {
  return until !== undefined && until <= now
}

function byNeed(a: Entry, b: Entry): number {
  return RANK[a.state] - RANK[b.state] || b.since - a.since || (a.sessionId < b.sessionId ? -1 : 1)
}

function shown({ tenantId: _tenant, seq: _seq, ...entry }: Entry): WatchEntry {
  return entry
}
