import { Cursors, type JoinStart } from './cursors.js'
import { type AnyFrame, type Frame, isFrame, isSessionEvent } from './frame.js'
import { GatewayError } from './gateway-error.js'
import { refusal } from './pending.js'

export type Snapshot = Frame<'state_snapshot'>

export interface JoinMessage extends JoinStart {
  type: 'join_session'
  sessionId: string
  ref: string
}

interface Subscription {
  /** The id it was asked for by, which may be an alias. */
  name: string
  /** The same, until the gateway says the uuid. */
  sessionId: string
  start: JoinStart
  waiting: { resolve(snapshot: Snapshot): void; reject(error: GatewayError): void }[]
}

/** The sessions somebody wants to follow, whatever connection there is: what to ask for, and what is new of it. */
export class Subscriptions {
  readonly #cursors = new Cursors()
  readonly #wanted = new Set<Subscription>()
  readonly #asked = new Map<string, { subscription: Subscription; start: JoinStart }>()
  #count = 0

  /** Resolves with the first snapshot, over however many connections; rejects when the gateway refuses. */
  want(sessionId: string, start: JoinStart): { message: JoinMessage; joined: Promise<Snapshot> } {
    const subscription = this.#find(sessionId) ?? { name: sessionId, sessionId, start, waiting: [] }
    this.#wanted.add(subscription)
    const joined = new Promise<Snapshot>((resolve, reject) => {
      subscription.waiting.push({ resolve, reject })
    })
    return { message: this.#ask(subscription, start), joined }
  }

  /** The id to leave by; undefined when nobody wanted it. */
  drop(sessionId: string, error: GatewayError): string | undefined {
    const subscription = this.#find(sessionId)
    if (subscription) this.#remove(subscription, error)
    return subscription?.sessionId
  }

  dropAll(error: GatewayError): void {
    for (const subscription of [...this.#wanted]) this.#remove(subscription, error)
  }

  /** What to send on a new connection: every wanted session, from where it was last seen. */
  resume(): JoinMessage[] {
    this.#asked.clear()
    return [...this.#wanted].map((subscription) =>
      this.#ask(subscription, this.#cursors.of(subscription.sessionId) ?? subscription.start),
    )
  }

  /** Takes note of a frame; false when it is not for anybody's eyes: seen before, or told to who asked. */
  note(frame: AnyFrame): boolean {
    if (isFrame(frame, 'state_snapshot')) this.#answered(frame)
    else if (frame.type === 'error') return !this.#refused(frame)
    else if (isFrame(frame, 'gap')) this.#cursors.skip(frame)
    else if (isFrame(frame, 'replay_complete')) this.#cursors.replayed(frame)
    else if (isFrame(frame, 'session_deleted')) this.drop(String(frame.sessionId), deleted())
    else if (isSessionEvent(frame)) return this.#cursors.accept(frame)
    return true
  }

  #answered(snapshot: Snapshot): void {
    const asked = this.#takeAsked(snapshot)
    if (!asked) return
    const { subscription, start } = asked
    // Asked for under two names, it is still one session: followed once.
    const twin = this.#find(snapshot.sessionId)
    if (twin && twin !== subscription) this.#wanted.delete(twin)
    subscription.sessionId = snapshot.sessionId
    this.#cursors.joined(snapshot, start)
    for (const waiting of subscription.waiting.splice(0)) waiting.resolve(snapshot)
  }

  /** True when who asked is there to hear it. A refused resume has nobody waiting. */
  #refused(frame: AnyFrame): boolean {
    const asked = this.#takeAsked(frame)
    if (!asked) return false
    const heard = asked.subscription.waiting.length > 0
    this.#remove(asked.subscription, refusal(frame))
    return heard
  }

  #takeAsked(frame: AnyFrame | Snapshot) {
    const ref = typeof frame.ref === 'string' ? frame.ref : ''
    const asked = this.#asked.get(ref)
    this.#asked.delete(ref)
    return asked && this.#wanted.has(asked.subscription) ? asked : undefined
  }

  #ask(subscription: Subscription, start: JoinStart): JoinMessage {
    this.#count += 1
    const ref = `j${this.#count}`
    this.#asked.set(ref, { subscription, start })
    this.#cursors.asked(subscription.sessionId, start)
    return { type: 'join_session', sessionId: subscription.sessionId, ...start, ref }
  }

  #remove(subscription: Subscription, error: GatewayError): void {
    this.#wanted.delete(subscription)
    this.#cursors.forget(subscription.sessionId)
    for (const waiting of subscription.waiting.splice(0)) waiting.reject(error)
  }

  #find(sessionId: string): Subscription | undefined {
    return [...this.#wanted].find(
      (subscription) => subscription.sessionId === sessionId || subscription.name === sessionId,
    )
  }
}

function deleted(): GatewayError {
  return new GatewayError('SessionNotFound', 'the session was deleted')
}
