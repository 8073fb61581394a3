import type { Clock } from './clock.js'

/** A gateway takes 60 messages in 10 seconds; some room is left for those a slow network brings late and together. */
const WINDOW_MS = 10_000
const PER_WINDOW = 50
/** Of these, as many are reads at most: a page that reads much must not keep a person's answer waiting. */
const READS_PER_WINDOW = 35
/** What changes nothing can wait for what does. */
const READS: ReadonlySet<string> = new Set(['get_events', 'get_history'])
const MOST_JOINS = 100

/** A client message; its answer or refusal carries the same `ref`. */
export interface Outgoing {
  type: string
  ref: string
  [field: string]: unknown
}

/** What went out as one message, under its own ref. */
interface Parcel {
  ref: string
  messages: Outgoing[]
  /** Its place among what went out; what was refused takes it again. */
  place: number
  alone?: true
}

/**
 * What one connection has to send: in order, at a pace the gateway takes, joins that wait together as one message. Reads
 * that wait for their turn are overtaken.
 */
export class Outbox {
  readonly #clock: Clock
  readonly #send: (message: object) => void
  readonly #sent = new Map<string, Parcel>()
  #queue: Parcel[] = []
  #times: number[] = []
  #readTimes: number[] = []
  #parcels = 0
  #places = 0
  #flushing = false
  #closed = false
  #cancelWait = () => {}

  constructor(clock: Clock, send: (message: object) => void) {
    this.#clock = clock
    this.#send = send
  }

  put(message: Outgoing): void {
    this.#queue.push({ ref: message.ref, messages: [message], place: this.#places++ })
    this.#flushSoon()
  }

  /** Nobody waits for the answer any longer: what has not gone out stays here. */
  withdraw(ref: string): void {
    this.#queue = this.#queue.filter((parcel) => parcel.ref !== ref)
    this.settled(ref)
  }

  /** Something answers `ref`: the gateway took what it went out with. */
  settled(ref: string): void {
    const parcel = this.#sent.get(ref)
    if (!parcel) return
    this.#sent.delete(parcel.ref)
    for (const message of parcel.messages) this.#sent.delete(message.ref)
  }

  /** The gateway had too much of us and did nothing: waits a window out, then sends it again. False if it is not ours. */
  again(ref: string): boolean {
    const parcel = this.#sent.get(ref)
    this.#times = Array(PER_WINDOW).fill(this.#clock.now())
    if (!parcel) return false
    this.settled(ref)
    const behind = this.#queue.findIndex(({ place }) => place > parcel.place)
    this.#queue.splice(behind < 0 ? this.#queue.length : behind, 0, parcel)
    this.#flushSoon()
    return true
  }

  /** Joins refused as one: one of them is at fault, so each is asked for by itself. False if it was no such message. */
  split(ref: string): boolean {
    const parcel = this.#sent.get(ref)
    if (!parcel || parcel.ref !== ref || parcel.messages.length < 2) return false
    this.settled(ref)
    this.#queue.unshift(
      ...parcel.messages.map((message) => ({
        ...parcel,
        ref: message.ref,
        messages: [message],
        alone: true as const,
      })),
    )
    this.#flushSoon()
    return true
  }

  /** The connection is gone, and what was to go with it. */
  close(): void {
    this.#closed = true
    this.#queue = []
    this.#cancelWait()
  }

  /** What is put in one turn of the event loop goes out together. */
  #flushSoon(): void {
    if (this.#flushing) return
    this.#flushing = true
    queueMicrotask(() => this.#flush())
  }

  #flush(): void {
    this.#flushing = false
    this.#cancelWait()
    const now = this.#clock.now()
    const isRecent = (time: number) => time > now - WINDOW_MS
    this.#times = this.#times.filter(isRecent)
    this.#readTimes = this.#readTimes.filter(isRecent)
    while (!this.#closed && this.#times.length < PER_WINDOW) {
      const parcel = this.#next()
      if (!parcel) break
      this.#times.push(now)
      if (isRead(parcel)) this.#readTimes.push(now)
      for (const { ref } of [parcel, ...parcel.messages]) this.#sent.set(ref, parcel)
      this.#send(wireForm(parcel))
    }
    const [oldest = now] = this.#times.length < PER_WINDOW ? this.#readTimes : this.#times
    if (!this.#closed && this.#queue.length > 0) {
      this.#cancelWait = this.#clock.after(oldest + WINDOW_MS - now, () => this.#flush())
    }
  }

  /** The first parcel that may go; if it is a join, with those that stand behind it. */
  #next(): Parcel | undefined {
    const mayRead = this.#readTimes.length < READS_PER_WINDOW
    const at = mayRead ? 0 : this.#queue.findIndex((parcel) => !isRead(parcel))
    const [first] = at < 0 ? [] : this.#queue.splice(at, 1)
    if (!first || !mayShare(first)) return first
    const messages = [...first.messages]
    for (let next = this.#queue[at]; next && mayShare(next); next = this.#queue[at]) {
      if (messages.length + next.messages.length > MOST_JOINS) break
      messages.push(...next.messages)
      this.#queue.splice(at, 1)
    }
    if (messages.length === 1) return first
    return { ref: `p${++this.#parcels}`, messages, place: first.place }
  }
}

function isRead({ messages }: Parcel): boolean {
  return READS.has(messages[0]?.type ?? '')
}

function mayShare({ alone, messages }: Parcel): boolean {
  return alone !== true && messages[0]?.type === 'join_session'
}

function wireForm({ ref, messages }: Parcel): object {
  const [message] = messages
  if (messages.length === 1 && message) return message
  return { type: 'join_session', ref, joins: messages.map(({ type: _, ...join }) => join) }
}
