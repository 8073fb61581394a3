import type { Dialect, FollowingDialect } from '../dialects/dialect.js'
import type { Published, ReplyTo } from '../log/log.js'
import { Group } from './group.js'
import type { Outgoing, Subscriber } from './subscriber.js'
import { sessionTopic, topicsOf } from './topics.js'

/**
 * Writing to subscribers takes at most one part in this many of the time: a write costs 5 µs whether it carries one
 * event or fifty, so under load it pays to wait for more of them. A hundred subscribers then wait some 3 ms, a few none.
 */
const FAN_OUT_SHARE = 4
const LONGEST_WAIT_MS = 20

/** Hears every event of a topic at once, before it is put into chunks; used while a join replays. */
export type Tap = (event: Published) => void

const STALL_LIMIT_MS = 25_000
const STALL_CHECK_MS = 1_000
/** What a dialect holds back is told after so long at most. */
const OWED_MS = 100

export interface HubOptions {
  /** Wall clock, ms. */
  now?: () => number
  /** Monotonic, ms. */
  clock?: () => number
  /** A reader whose socket takes nothing for so long is closed. */
  stallLimitMs?: number
  stallCheckMs?: number
}

/** Fans events out: encodes each once per dialect, writes once per subscriber and event-loop turn. */
export class Hub {
  readonly #groups = new Map<string, Group>()
  readonly #groupsOn = new Map<string, Set<Group>>()
  readonly #groupOf = new Map<Subscriber, Group>()
  readonly #subscribers = new Map<string, Subscriber>()
  readonly #taps = new Map<string, Set<Tap>>()
  readonly #dirty = new Set<Group>()
  readonly #now: () => number
  readonly #clock: () => number
  readonly #following = new Set<FollowingDialect>()
  readonly #stallLimitMs: number
  readonly #stallCheck: NodeJS.Timeout
  #owed: NodeJS.Timeout | undefined
  #nextFlushAt = 0

  constructor(options: HubOptions = {}) {
    const { now = Date.now, clock = () => performance.now(), stallCheckMs = STALL_CHECK_MS } = options
    this.#now = now
    this.#clock = clock
    this.#stallLimitMs = options.stallLimitMs ?? STALL_LIMIT_MS
    this.#stallCheck = setInterval(() => this.#checkStalled(), stallCheckMs).unref()
  }

  /** From here on the dialect hears everything that is published, also while nobody speaks it. */
  follow(dialect: FollowingDialect): void {
    this.#following.add(dialect)
  }

  /**
   * Puts a subscriber on topics: from here on it gets what is published there. On none it is only known, so that it is
   * closed when it stalls.
   */
  subscribe(subscriber: Subscriber, ...topics: string[]): void {
    if (subscriber.closed) return
    this.#subscribers.set(subscriber.id, subscriber)
    const before = subscriber.topics.size
    for (const topic of topics) subscriber.topics.add(topic)
    if (subscriber.topics.size > before) this.#regroup(subscriber)
  }

  /** From here on the subscriber is spoken to in another dialect. */
  speak(subscriber: Subscriber, dialect: Dialect): void {
    this.#leaveGroup(subscriber)
    subscriber.dialect = dialect
    this.#regroup(subscriber)
  }

  unsubscribe(subscriber: Subscriber, topic: string): void {
    if (!subscriber.topics.delete(topic)) return
    this.#regroup(subscriber)
  }

  /** Says something that is no event to everyone of a dialect on these topics, in its place among the events. */
  say(dialect: Dialect, topics: readonly string[], outgoing: Outgoing): void {
    const groups = new Set(topics.flatMap((topic) => [...(this.#groupsOn.get(topic) ?? [])]))
    for (const group of groups) if (group.dialect === dialect) this.#addShared(group, outgoing)
  }

  /**
   * While a subscriber joins a session it hears nothing of it from any topic: what it must hear comes with the replay,
   * in order. Call the result when the replay is over; with `true` the subscriber is on the session's topic then.
   */
  withhold(subscriber: Subscriber, sessionId: string): (joined: boolean) => void {
    const topic = sessionTopic(sessionId)
    if (!subscriber.closed) this.#subscribers.set(subscriber.id, subscriber)
    subscriber.topics.delete(topic)
    subscriber.withheld.add(sessionId)
    this.#regroup(subscriber)
    return (joined) => {
      if (!subscriber.withheld.delete(sessionId)) return
      if (joined && !subscriber.closed) subscriber.topics.add(topic)
      this.#regroup(subscriber)
    }
  }

  /** The connection is gone. */
  remove(subscriber: Subscriber): void {
    subscriber.end()
    this.#subscribers.delete(subscriber.id)
    subscriber.topics.clear()
    this.#leaveGroup(subscriber)
  }

  tap(topic: string, tap: Tap): () => void {
    const taps = this.#taps.get(topic) ?? new Set()
    this.#taps.set(topic, taps.add(tap))
    return () => {
      taps.delete(tap)
      if (taps.size === 0) this.#taps.delete(topic)
    }
  }

  /** How many are on a topic. */
  count(topic: string): number {
    let count = 0
    for (const group of this.#groupsOn.get(topic) ?? []) count += group.members.size
    return count
  }

  /** How many are connected. */
  get size(): number {
    return this.#subscribers.size
  }

  /** Whether anybody is connected who could answer a request of an agent. */
  get canAnswer(): boolean {
    for (const { listensOnly } of this.#subscribers.values()) if (!listensOnly) return true
    return false
  }

  /** Everyone connected. */
  get subscribers(): Iterable<Subscriber> {
    return this.#subscribers.values()
  }

  publish(events: readonly Published[]): void {
    for (const event of events) {
      for (const dialect of this.#following) dialect.note(event)
      this.#add(event)
    }
    this.#scheduleOwed()
  }

  /** Writes out what waits for a subscriber, so that a frame for it alone comes after it. */
  flush(subscriber: Subscriber): void {
    this.#groupOf.get(subscriber)?.flush()
  }

  close(): void {
    clearInterval(this.#stallCheck)
    clearTimeout(this.#owed)
    this.#flushAll()
  }

  #add(event: Published): void {
    const frames = new Map<Dialect, Buffer>()
    for (const topic of topicsOf(event)) {
      for (const tap of this.#taps.get(topic) ?? []) tap(event)
      for (const group of this.#groupsOn.get(topic) ?? []) {
        if (group.last === event || group.withheld.has(event.sessionId)) continue
        group.last = event
        let frame = frames.get(group.dialect)
        if (!frame) {
          frame = group.dialect.event(event)
          frames.set(group.dialect, frame)
        }
        if (frame.length === 0) continue
        if (event.reply) this.#addReply(group, event, frame)
        else this.#addShared(group, { event, frame })
      }
    }
    if (event.reply) this.#answer(event, event.reply)
  }

  /** One who asked for something in a session it has not joined is told all the same. */
  #answer(event: Published, { client, ref }: ReplyTo): void {
    const asker = this.#subscribers.get(client)
    if (!asker || asker.withheld.has(event.sessionId) || this.#groupOf.get(asker)?.last === event) return
    this.flush(asker)
    asker.replay(asker.dialect.event(event, ref))
  }

  #addShared(group: Group, outgoing: Outgoing): void {
    group.add(outgoing)
    if (this.#dirty.size === 0) this.#schedule()
    this.#dirty.add(group)
  }

  /** The one who asked gets the event with its `ref`, everyone else as it is. */
  #addReply(group: Group, event: Published, frame: Buffer): void {
    group.flush()
    for (const member of group.members) {
      const asked = event.reply?.client === member.id
      if (asked) member.replay(group.dialect.event(event, event.reply?.ref))
      else if (member.keepsUp) member.write(frame, 1, event)
      else member.writeBehind([{ event, frame }])
    }
  }

  #scheduleOwed(): void {
    if (this.#owed === undefined && this.#owes()) this.#owed = setTimeout(() => this.#tellOwed(), OWED_MS)
  }

  #tellOwed(): void {
    this.#owed = undefined
    for (const dialect of this.#following) {
      for (const { event, frame } of dialect.owed(this.#now()))
        this.say(dialect, topicsOf(event), { event, frame })
    }
    this.#scheduleOwed()
  }

  /** Whether a dialect that somebody speaks holds something back; while nobody does, it may keep it. */
  #owes(): boolean {
    for (const dialect of this.#following) {
      if (!dialect.owes) continue
      for (const group of this.#groups.values()) if (group.dialect === dialect) return true
    }
    return false
  }

  /** At once after a silence; soon while busy. */
  #schedule(): void {
    const wait = this.#nextFlushAt - this.#clock()
    if (wait <= 0) setImmediate(() => this.#flushAll())
    else setTimeout(() => this.#flushAll(), Math.min(Math.ceil(wait), LONGEST_WAIT_MS))
  }

  #flushAll(): void {
    const begun = this.#clock()
    for (const group of this.#dirty) {
      this.#dirty.delete(group)
      group.flush()
    }
    const ended = this.#clock()
    this.#nextFlushAt = ended + (ended - begun) * (FAN_OUT_SHARE - 1)
  }

  #regroup(subscriber: Subscriber): void {
    this.#leaveGroup(subscriber)
    if (subscriber.topics.size === 0) return
    const topics = [...subscriber.topics].sort()
    const key = [subscriber.dialect.name, ...topics, '!', ...[...subscriber.withheld].sort()].join(' ')
    let group = this.#groups.get(key)
    if (!group) {
      group = new Group(key, subscriber.dialect, topics, new Set(subscriber.withheld))
      this.#groups.set(key, group)
      for (const topic of topics)
        this.#groupsOn.set(topic, (this.#groupsOn.get(topic) ?? new Set()).add(group))
    }
    // What waits in the group was published before this subscriber came.
    group.flush()
    group.members.add(subscriber)
    this.#groupOf.set(subscriber, group)
  }

  #leaveGroup(subscriber: Subscriber): void {
    const group = this.#groupOf.get(subscriber)
    if (!group) return
    group.flush()
    group.members.delete(subscriber)
    this.#groupOf.delete(subscriber)
    if (group.members.size > 0) return
    this.#groups.delete(group.key)
    for (const topic of group.topics) {
      const groups = this.#groupsOn.get(topic)
      groups?.delete(group)
      if (groups?.size === 0) this.#groupsOn.delete(topic)
    }
  }

  #checkStalled(): void {
    const now = this.#now()
    for (const subscriber of this.#subscribers.values()) subscriber.checkStalled(now, this.#stallLimitMs)
  }
}
