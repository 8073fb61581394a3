import { Cursor, type JoinStart } from './cursor.js'
import type { StreamItem } from './event-stream.js'
import type { Frame } from './frame.js'
import type { GatewayError } from './gateway-error.js'
import { Position } from './position.js'

export type Snapshot = Frame<'state_snapshot'>

/** Who is told what is new of a session. */
export interface Reader {
  readonly position: Position
  tell(item: StreamItem): void
  end(reason?: GatewayError): void
}

/** A join that waits for its snapshot. */
export interface Ask {
  start: JoinStart
  /** Absent: those who listen to everything. */
  reader?: Reader
  resolve(snapshot: Snapshot): void
  reject(error: GatewayError): void
}

/** A session somebody wants to follow, whatever connection there is. */
export class Subscription {
  /** The id it was asked for by, until the gateway says the uuid. */
  sessionId: string
  /** A snapshot came: the gateway has the session, and we a place in it. */
  known = false
  joined = false
  /** What is under way with the gateway: one join at a time, from the asking over its snapshot to its replay_complete. */
  wire: 'idle' | 'asked' | 'answered' = 'idle'
  /** Something came between that has to be asked for again. */
  again = false
  readonly cursor = new Cursor()
  /** How far those were told who listen to everything. */
  listeners = new Position()
  readonly followers = new Set<Reader>()
  /** Not answered yet, in order; asked again on every connection until they are. */
  asks: Ask[] = []

  constructor(id: string) {
    this.sessionId = id
  }

  get isWanted(): boolean {
    return this.joined || this.followers.size > 0
  }

  /** True when a join that begins at `start` leaves out what was not seen yet. */
  skips(start: JoinStart): boolean {
    const seen = this.cursor.at?.afterSeq
    if (!this.known || seen === undefined) return false
    return start.afterSeq === undefined || start.afterSeq > seen
  }

  /** The answer to a join; `ask` when somebody waits for it. */
  answered(snapshot: Snapshot, ask: Ask | undefined): void {
    this.known = true
    const own = ask !== undefined && ask.reader === undefined ? ask.start : undefined
    // What a reader begins with is not news to those who listen.
    if (own || !this.listeners.at) this.listeners.begin(snapshot, own ?? {})
    else this.listeners.resumed(snapshot)
    for (const { position } of this.followers) position.resumed(snapshot)
    ask?.reader?.position.begin(snapshot, ask.start)
    this.settle(ask)?.resolve(snapshot)
  }

  /** Tells each reader what is new to it; those who listen to everything by `everybody`. */
  tell(item: StreamItem, everybody: (item: StreamItem) => void): void {
    // Before their join is answered they still hear what the whole tenant hears.
    const news = this.listeners.at ? this.listeners.take(item) : item
    if (news) everybody(news)
    for (const { position, tell } of [...this.followers]) {
      const own = position.take(item)
      if (own) tell(own)
    }
  }

  /** The ask, if it still waited. */
  settle(ask: Ask | undefined): Ask | undefined {
    if (!ask || !this.asks.includes(ask)) return undefined
    this.asks = this.asks.filter((other) => other !== ask)
    return ask
  }

  /** Nobody listens to it any longer: who joins again begins anew. */
  leave(): void {
    this.joined = false
    this.listeners.forget()
  }

  /** What was wanted under another name of the same session. */
  absorb(twin: Subscription): void {
    this.joined ||= twin.joined
    this.asks.push(...twin.asks.splice(0))
    for (const follower of twin.followers) this.followers.add(follower)
  }

  end(reason: GatewayError): void {
    this.joined = false
    for (const ask of this.asks.splice(0)) ask.reject(reason)
    for (const follower of [...this.followers]) follower.end(reason)
    this.followers.clear()
  }
}
