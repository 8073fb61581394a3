import type { JoinStart } from './cursor.js'
import type { StreamItem } from './event-stream.js'
import { type AnyFrame, isFrame, isSessionEvent, type SessionEvent } from './frame.js'
import { GatewayError, localError, refusal } from './gateway-error.js'
import type { Outgoing } from './outbox.js'
import { type Ask, type Reader, type Snapshot, Subscription } from './subscription.js'

/** What the subscriptions need of the client. */
export interface SubscriptionDeps {
  /** Sends, if there is a connection; if not, `resume` will be called when there is. */
  send(message: Outgoing): void
  /** Runs in a while, on the same connection. */
  later(run: () => void): void
  /** Something for everybody who listens. */
  tell(item: StreamItem): void
  /** A session that was joined is not followed any more, and nobody asked for that. */
  left(sessionId: string, reason: GatewayError): void
}

interface Sent {
  subscription: Subscription
  start: JoinStart
  ask: Ask | undefined
  /** Its place among what was sent. */
  place: number
}

/** What goes wrong in the gateway itself may go right the next time. */
const PASSING = 'InternalError'
const LEAVE = 'leave:'

/** A leave is not sent again as it is: the session may have been joined meanwhile. */
export function isLeave(ref: string): boolean {
  return ref.startsWith(LEAVE)
}

/** The sessions somebody wants to follow: what to ask for, and who is to be told what comes. */
export class Subscriptions {
  readonly #deps: SubscriptionDeps
  /** Under the uuid, and every other name it was asked for by. */
  readonly #byId = new Map<string, Subscription>()
  readonly #sent = new Map<string, Sent>()
  /** Events of sessions nobody follows, while one that is asked for may turn out to be theirs. */
  #held: SessionEvent[] = []
  /** When a session was last left on this connection. */
  readonly #leaves = new Map<string, number>()
  #count = 0

  constructor(deps: SubscriptionDeps) {
    this.#deps = deps
  }

  /** Resolves with a snapshot, over however many connections; rejects when the gateway refuses. */
  join(id: string, start: JoinStart): Promise<Snapshot> {
    const subscription = this.#subscribe(id)
    subscription.joined = true
    return this.#ask(subscription, start)
  }

  leave(id: string): void {
    const subscription = this.#byId.get(id)
    if (!subscription) return
    subscription.leave()
    this.#letGo(subscription, undefined)
  }

  /** A join for one reader alone, until `unfollow`. */
  follow(id: string, start: JoinStart, reader: Reader): Promise<Snapshot> {
    const subscription = this.#subscribe(id)
    subscription.followers.add(reader)
    return this.#ask(subscription, start, reader)
  }

  unfollow(id: string, reader: Reader): void {
    const subscription = this.#byId.get(id)
    if (subscription?.followers.delete(reader)) this.#letGo(subscription, reader)
  }

  /** Where those who listen to everything would go on. */
  at(id: string): Required<JoinStart> | undefined {
    return this.#byId.get(id)?.listeners.at
  }

  /** Asks on a new connection: for what was not answered, else from where a session was last seen. */
  resume(): void {
    this.#sent.clear()
    this.#leaves.clear()
    for (const subscription of new Set(this.#byId.values())) {
      subscription.wire = 'idle'
      subscription.again = subscription.isWanted
      // A new connection has joined nothing, so there is nothing to leave.
      if (!subscription.isWanted) this.#forget(subscription)
      this.#goOn(subscription)
    }
    this.#release()
  }

  /** Everything is over. */
  end(reason: GatewayError): void {
    for (const subscription of new Set(this.#byId.values())) this.#remove(subscription, reason)
    this.#sent.clear()
    this.#release()
  }

  /** Takes note of a frame and tells who follows its session. False when it was nobody's business but ours. */
  note(frame: AnyFrame): boolean {
    if (isFrame(frame, 'state_snapshot')) return this.#answered(frame)
    if (frame.type === 'error') return !this.#refused(frame)
    const subscription = this.#byId.get(String(frame.sessionId))
    if (isFrame(frame, 'replay_complete')) {
      subscription?.cursor.replayed(frame)
      if (subscription?.wire === 'answered') this.#done(subscription)
    } else if (isFrame(frame, 'gap')) {
      subscription?.cursor.skip(frame)
      if (subscription) this.#tell(subscription, frame)
      else this.#deps.tell(frame)
    } else if (isSessionEvent(frame)) this.#event(subscription, frame)
    return true
  }

  #event(subscription: Subscription | undefined, event: SessionEvent): void {
    if (!subscription) {
      this.#held.push(event)
      this.#release()
    } else if (event.type === 'session_deleted') this.#deleted(subscription, event)
    else if (subscription.cursor.accept(event)) this.#tell(subscription, event)
  }

  #tell(subscription: Subscription, item: StreamItem): void {
    subscription.tell(item, (news) => this.#deps.tell(news))
  }

  /** Its number does not matter: it is the last there will ever be. */
  #deleted(subscription: Subscription, event: SessionEvent): void {
    this.#deps.tell(event)
    for (const follower of [...subscription.followers]) {
      follower.tell(event)
      follower.end()
    }
    this.#remove(subscription, new GatewayError('SessionNotFound', 'the session was deleted'))
  }

  /** Told once it is sure that they will not come again, with the replay of a session that was asked for by a name. */
  #release(): void {
    for (const { subscription, start } of this.#sent.values()) {
      if (!subscription.known && start.afterSeq !== undefined) return
    }
    for (const event of this.#held.splice(0)) {
      if (!this.#byId.has(event.sessionId)) this.#deps.tell(event)
    }
  }

  #answered(snapshot: Snapshot): boolean {
    const sent = this.#takeSent(snapshot.ref)
    if (!sent) return this.#byId.has(snapshot.sessionId)
    sent.subscription.wire = 'idle'
    const subscription = this.#named(sent.subscription, snapshot.sessionId)
    this.#begin(subscription, snapshot, sent)
    subscription.answered(snapshot, sent.ask)
    this.#release()
    return subscription.isWanted
  }

  #begin(subscription: Subscription, snapshot: Snapshot, { start, place }: Sent): void {
    // Two names of one session, asked for together: what came between the two answers is asked for again.
    const skips = subscription.skips(start)
    if (!skips) subscription.cursor.joined(snapshot, start)
    // Under the other name a join is still under way: what is to be done is seen when that is answered.
    if (subscription.wire === 'asked') return
    subscription.wire = 'answered'
    if (skips) subscription.cursor.asked(subscription.cursor.at ?? {})
    // A leave that was sent under the other name after this join has ended it.
    subscription.again = skips || (this.#leaves.get(snapshot.sessionId) ?? 0) > place
  }

  /** What was under way is over: the next thing to ask for, or the leave that waited for it. */
  #done(subscription: Subscription): void {
    subscription.wire = 'idle'
    this.#goOn(subscription)
  }

  #goOn(subscription: Subscription): void {
    if (subscription.wire !== 'idle') return
    const { isWanted, known, again, asks, sessionId } = subscription
    if (isWanted && (again || asks.length > 0)) this.#send(subscription, asks[0])
    else if (!isWanted && this.#forget(subscription) && known) this.#leaveGateway(sessionId)
  }

  /** False when it answers nothing of ours. */
  #refused(frame: AnyFrame): boolean {
    const sent = this.#takeSent(frame.ref)
    if (!sent) return typeof frame.ref === 'string' && this.#stays(frame.ref)
    const error = refusal(frame)
    sent.subscription.wire = 'idle'
    if (!sent.subscription.isWanted) this.#forget(sent.subscription)
    else if (error.code === PASSING) this.#passed(sent, error)
    else this.#remove(sent.subscription, error)
    this.#release()
    return true
  }

  /** Who asks for the first time is told; what was followed is asked for again. */
  #passed({ subscription, ask }: Sent, error: GatewayError): void {
    subscription.settle(ask)?.reject(error)
    if (ask?.reader) subscription.followers.delete(ask.reader)
    else if (ask && !subscription.known) subscription.joined = false
    if (!subscription.isWanted) this.#forget(subscription)
    else if (subscription.asks.length > 0) this.#goOn(subscription)
    else {
      this.#deps.later(() => {
        subscription.again = true
        this.#goOn(subscription)
      })
    }
  }

  #subscribe(id: string): Subscription {
    const subscription = this.#byId.get(id) ?? new Subscription(id)
    this.#byId.set(id, subscription)
    return subscription
  }

  #ask(subscription: Subscription, start: JoinStart, reader?: Reader): Promise<Snapshot> {
    return new Promise((resolve, reject) => {
      const ask: Ask = { start, resolve, reject, ...(reader ? { reader } : {}) }
      subscription.asks.push(ask)
      this.#goOn(subscription)
    })
  }

  #send(subscription: Subscription, ask: Ask | undefined): void {
    const ref = `j${++this.#count}`
    const start = subscription.cursor.from(ask?.start ?? {})
    this.#sent.set(ref, { subscription, start, ask, place: this.#count })
    subscription.wire = 'asked'
    subscription.again = false
    subscription.cursor.asked(start)
    this.#deps.send({ type: 'join_session', sessionId: subscription.sessionId, ...start, ref })
  }

  #takeSent(ref: unknown): Sent | undefined {
    const sent = this.#sent.get(String(ref))
    this.#sent.delete(String(ref))
    return sent
  }

  /** The one subscription of a session, under however many names it was asked for. */
  #named(subscription: Subscription, sessionId: string): Subscription {
    const first = this.#byId.get(sessionId) ?? subscription
    subscription.sessionId = sessionId
    this.#byId.set(sessionId, first)
    if (first === subscription) return first
    first.absorb(subscription)
    for (const [name, other] of this.#byId) if (other === subscription) this.#byId.set(name, first)
    for (const sent of this.#sent.values()) if (sent.subscription === subscription) sent.subscription = first
    return first
  }

  /** Somebody does not want it any longer: their joins are off, and the session with them if they were the last. */
  #letGo(subscription: Subscription, reader: Reader | undefined): void {
    for (const ask of subscription.asks.filter((other) => other.reader === reader)) {
      subscription.settle(ask)?.reject(localError('SessionLeft', 'left before the gateway answered'))
    }
    // A join that is under way is left when it is over: a leave could overtake it.
    this.#goOn(subscription)
  }

  /** A leave the gateway had no time for: sent later, if the session was not asked for again. True if it was one. */
  #stays(ref: string): boolean {
    if (!isLeave(ref)) return false
    const sessionId = ref.slice(LEAVE.length)
    this.#deps.later(() => this.#byId.has(sessionId) || this.#leaveGateway(sessionId))
    return true
  }

  /** Nothing answers a leave, and a refused one has nothing to leave. */
  #leaveGateway(sessionId: string): void {
    this.#leaves.set(sessionId, ++this.#count)
    this.#deps.send({ type: 'leave_session', sessionId, ref: `${LEAVE}${sessionId}` })
  }

  #remove(subscription: Subscription, reason: GatewayError): void {
    const { known, joined, sessionId } = subscription
    this.#forget(subscription)
    subscription.end(reason)
    if (known && joined) this.#deps.left(sessionId, reason)
  }

  /** True when it was there. */
  #forget(subscription: Subscription): boolean {
    const names = [...this.#byId].filter(([, other]) => other === subscription)
    for (const [name] of names) this.#byId.delete(name)
    return names.length > 0
  }
}
