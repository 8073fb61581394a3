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
}

/** What goes wrong in the gateway itself may go right the next time. */
const PASSING = 'InternalError'
const LEAVE = 'leave:'

/** The sessions somebody wants to follow: what to ask for, and who is to be told what comes. */
export class Subscriptions {
  readonly #deps: SubscriptionDeps
  /** Under the uuid, and every other name it was asked for by. */
  readonly #byId = new Map<string, Subscription>()
  readonly #sent = new Map<string, Sent>()
  /** Events of sessions nobody follows, while one that is asked for may turn out to be theirs. */
  #held: SessionEvent[] = []
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
    subscription.joined = false
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
    for (const subscription of new Set(this.#byId.values())) {
      const { asks } = subscription
      for (const ask of asks.length > 0 ? asks : [undefined]) this.#send(subscription, ask)
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
    if (isFrame(frame, 'replay_complete')) subscription?.cursor.replayed(frame)
    else if (isFrame(frame, 'gap')) {
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
    if (!sent.subscription.isWanted) {
      if (!this.#byId.has(snapshot.sessionId)) this.#leaveGateway(snapshot.sessionId)
      return false
    }
    const subscription = this.#named(sent.subscription, snapshot.sessionId)
    // Two names of one session, asked for together: what came between the two answers is asked for again.
    const again = subscription.skips(sent.start)
    if (!again) subscription.cursor.joined(snapshot, sent.start)
    subscription.answered(snapshot, sent.ask)
    if (again) this.#send(subscription, undefined)
    this.#release()
    return true
  }

  /** False when it answers nothing of ours. */
  #refused(frame: AnyFrame): boolean {
    const sent = this.#takeSent(frame.ref)
    if (!sent) return typeof frame.ref === 'string' && frame.ref.startsWith(LEAVE)
    if (!sent.subscription.isWanted) return true
    const error = refusal(frame)
    if (error.code === PASSING) this.#passed(sent, error)
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
    else if (subscription.asks.length === 0) {
      this.#deps.later(() => subscription.isWanted && this.#send(subscription, undefined))
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
      this.#send(subscription, ask)
    })
  }

  #send(subscription: Subscription, ask: Ask | undefined): void {
    this.#count += 1
    const ref = `j${this.#count}`
    const start = subscription.cursor.from(ask?.start ?? {})
    this.#sent.set(ref, { subscription, start, ask })
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
    if (subscription.isWanted) return
    this.#forget(subscription)
    // A join that is under way is left when it is answered: a leave could overtake it.
    const underWay = [...this.#sent.values()].some((sent) => sent.subscription === subscription)
    if (subscription.known && !underWay) this.#leaveGateway(subscription.sessionId)
  }

  /** Nothing answers a leave, and a refused one has nothing to leave. */
  #leaveGateway(sessionId: string): void {
    this.#deps.send({ type: 'leave_session', sessionId, ref: `${LEAVE}${sessionId}` })
  }

  #remove(subscription: Subscription, reason: GatewayError): void {
    const { known, joined, sessionId } = subscription
    this.#forget(subscription)
    subscription.end(reason)
    if (known && joined) this.#deps.left(sessionId, reason)
  }

  #forget(subscription: Subscription): void {
    for (const [name, other] of this.#byId) if (other === subscription) this.#byId.delete(name)
  }
}
