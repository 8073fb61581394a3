import type { Naming } from '@signalbox/protocol'
import { backOff, OFFLINE_AFTER } from './back-off.js'
import { type Clock, systemClock } from './clock.js'
import { stateIn } from './commands.js'
import type { JoinStart } from './cursor.js'
import { Emitter } from './emitter.js'
import { EventStream, type StreamItem } from './event-stream.js'
import { type AnyFrame, type Frame, isFrame, type SessionEvent, type SessionEventType } from './frame.js'
import { GatewayError, localError, refusal } from './gateway-error.js'
import { Link } from './link.js'
import { Outbox } from './outbox.js'
import { Pending } from './pending.js'
import { randomId } from './random-id.js'
import { isRepeatable, type Message, type Replies, type Reply } from './replies.js'
import { SessionStream } from './session-stream.js'
import type { SocketConstructor } from './socket.js'
import { socketUrl } from './socket-url.js'
import type { Snapshot } from './subscription.js'
import { isLeave, Subscriptions } from './subscriptions.js'
import type { ConnectionStatus, Told } from './told.js'
import { TurnCommands, type TurnOptions } from './turn-commands.js'
import { type TurnEnd, turnOf } from './turn-of.js'

export interface ClientOptions {
  /** The gateway's address, `http://127.0.0.1:8080`. */
  url: string
  /** Absent in a paired browser: its cookie signs in. */
  token?: string
  /** What the wire says; events are told under their canonical names either way. */
  naming?: Naming
  /** Another WebSocket class than the platform's. */
  WebSocket?: SocketConstructor
  /** How long to wait before attempt `attempt` to come back (0 is the first), with a number by chance in [0, 1). */
  backOff?: (attempt: number, random: number) => number
  clock?: Clock
}

/** A session to join, and where to begin. */
export type JoinTarget = string | (JoinStart & { sessionId: string })

/** A connection that lasted this long counts as one; shorter ones keep the back-off growing. */
const SETTLED_MS = 5_000
/** When something passing kept a session from being resumed. */
const ASK_AGAIN_MS = 5_000
const STREAM_LIMIT = 10_000
/** A gateway takes 1 MiB; the `ref` needs some room. What is larger it refuses unread, and cannot say which it was. */
const LONGEST_BYTES = 1024 * 1024 - 32
/** What listeners hear of beside events, by the frame that says it. */
const TOLD = { state_snapshot: 'snapshot', stream_snapshot: 'stream', replay_complete: 'replayed' } as const

/** A gateway as seen from here: one live connection at a time, made again whenever it is lost. */
export class Client extends TurnCommands {
  readonly #options: Required<Pick<ClientOptions, 'url' | 'clock' | 'WebSocket' | 'backOff'>> & {
    token: string | undefined
  }
  readonly #told = new Emitter<Told>()
  readonly #byType = new Emitter<{ [T in SessionEventType]: SessionEvent<T> }>()
  readonly #streams = new Set<EventStream>()
  readonly #pending: Pending
  readonly #subscriptions: Subscriptions
  #link: Link | undefined
  #outbox: Outbox | undefined
  #status: ConnectionStatus = { state: 'reconnecting', retryAt: null }
  #identity: Frame<'authenticated'>['identity'] | undefined
  /** Of the log behind this connection, as soon as a snapshot told it. */
  #epoch: string | undefined
  #attempt = 0
  #liveSince = 0
  #cancelRetry = () => {}
  #cancelLater = () => {}

  constructor(options: ClientOptions) {
    super()
    const WebSocket = options.WebSocket ?? globalThis.WebSocket
    if (!WebSocket) throw new TypeError('no WebSocket here: pass the class of the ws package as WebSocket')
    const clock = options.clock ?? systemClock
    const url = socketUrl(options.url, options.naming)
    this.#options = { url, token: options.token, WebSocket, clock, backOff: options.backOff ?? backOff }
    this.#pending = new Pending(clock)
    this.#subscriptions = new Subscriptions({
      send: (message) => this.#outbox?.put(message),
      later: (run) => this.#later(run),
      tell: (item) => this.#tell(item),
      left: (sessionId, reason) => this.#over || this.#told.emit('left', { sessionId, reason }),
    })
    this.#open()
  }

  get status(): ConnectionStatus {
    return this.#status
  }

  /** Who we are to the gateway; undefined before the first sign-in. */
  get identity(): Frame<'authenticated'>['identity'] | undefined {
    return this.#identity
  }

  /** Call the result to stop listening. */
  on<K extends keyof Told>(kind: K, listener: (value: Told[K]) => void): () => void {
    return this.#told.on(kind, listener)
  }

  /** Events of one type, of every session. Call the result to stop listening. */
  onEvent<T extends SessionEventType>(type: T, listener: (event: SessionEvent<T>) => void): () => void {
    return this.#byType.on(type, listener)
  }

  /** Events and gaps of every session from now on, for `for await`. Fails with ReaderTooSlow rather than leave one out. */
  events(limit = STREAM_LIMIT): AsyncIterableIterator<StreamItem> {
    const stream: EventStream = new EventStream(limit, () => this.#streams.delete(stream))
    if (this.#over) stream.end()
    else this.#streams.add(stream)
    return stream
  }

  /**
   * Joins one session and yields its events and gaps, for `for await`; leaving the loop leaves the session. A slow
   * reader reads on from the log, so it may take its time.
   */
  follow(sessionId: string, start: JoinStart = {}, limit = STREAM_LIMIT): AsyncIterableIterator<StreamItem> {
    checkStart(start)
    return new SessionStream(start, limit, {
      join: async (from, reader) => this.#live().follow(sessionId, from, reader),
      leave: (reader) => this.#subscriptions.unfollow(sessionId, reader),
      read: async ({ afterSeq, epoch }, count) => {
        if (epoch !== this.#epoch) throw localError('ConnectionLost', 'the log may be another one')
        return this.readEvents(sessionId, { afterSeq, limit: count })
      },
    })
  }

  /**
   * Follows sessions until `leave`, over every reconnect. Without `afterSeq` from now on; with it, what is kept after
   * that number comes first. However many they are, it takes few messages.
   */
  join(session: JoinTarget, start?: JoinStart): Promise<Snapshot>
  join(sessions: readonly JoinTarget[], start?: JoinStart): Promise<Snapshot[]>
  async join(target: JoinTarget | readonly JoinTarget[], start: JoinStart = {}) {
    if (typeof target !== 'string' && 'map' in target)
      return Promise.all(target.map((one) => this.join(one, start)))
    const { sessionId, ...own } = typeof target === 'string' ? { sessionId: target, ...start } : target
    checkStart(own)
    return this.#live().join(sessionId, own)
  }

  leave(sessionId: string): void {
    this.#subscriptions.leave(sessionId)
  }

  /** How far listeners were told of a joined session: what to join from another time, in another process. */
  cursor(sessionId: string): Required<JoinStart> | undefined {
    return this.#subscriptions.at(sessionId)
  }

  async request<T extends keyof Replies>(fields: Message<T>): Promise<Reply<T>> {
    this.#live()
    if (!this.#outbox && !isRepeatable(fields))
      throw localError('ConnectionLost', 'not connected to the gateway')
    // What cannot be sent is the caller's to hear of, not the connection's.
    checkSize(JSON.stringify(fields))
    const { message, answer } = this.#pending.open(fields, (late) => this.#outbox?.withdraw(late))
    this.#outbox?.put(message)
    return (await answer) as AnyFrame & Reply<T>
  }

  /**
   * Gives the agent a prompt and yields the events and gaps of that turn to its end, which is also what the loop
   * returns; over every cut. A `clientTurnId` that is used
   * again yields what is kept of its turn. Who breaks off leaves the turn running.
   */
  run(
    sessionId: string,
    text: string,
    options: TurnOptions = {},
  ): AsyncGenerator<StreamItem, TurnEnd, undefined> {
    return turnOf(
      (start) => this.follow(sessionId, start) as SessionStream,
      () => this.runTurn(sessionId, text, options),
    )
  }

  protected newId(): string {
    return randomId(this.#options.clock.random)
  }

  /** Does not wait out the back-off: for a button, or when the network is back. */
  retryNow(): void {
    if (this.#link === undefined && !this.#over) this.#open()
  }

  /** Ends the connection and every stream, for good. */
  close(): void {
    this.#stop(localError('ClientClosed', 'the client was closed'))
  }

  #live(): Subscriptions {
    if (this.#over) throw this.#over
    return this.#subscriptions
  }

  #open(): void {
    this.#cancelRetry()
    this.#link = new Link(this.#options, {
      live: (signedIn) => this.#onLive(signedIn),
      frame: (frame) => this.#onFrame(frame),
      closed: (refused) => this.#onClosed(refused),
    })
  }

  #onLive(signedIn: Frame<'authenticated'>): void {
    const { clock } = this.#options
    this.#identity = signedIn.identity
    this.#liveSince = clock.now()
    this.#outbox = new Outbox(clock, (message) => this.#link?.send(message))
    this.#subscriptions.resume()
    for (const message of this.#pending.unanswered()) this.#outbox.put(message)
    // Somebody who was told of something may have closed the client.
    if (!this.#over) this.#setStatus({ state: 'live' })
  }

  #onFrame(frame: AnyFrame): void {
    if (typeof frame.ref === 'string' && this.#sendsAgain(frame.ref, frame)) return
    if (isFrame(frame, 'state_snapshot')) this.#epoch = frame.epoch
    const news = this.#subscriptions.note(frame)
    const answer = this.#pending.settle(frame)
    if (!news) return
    const kind = TOLD[frame.type as keyof typeof TOLD]
    if (kind) this.#told.emit(kind, frame as never)
    else if (isFrame(frame, 'gateway_state')) this.#told.emit('gateway', stateIn(frame))
    else if (frame.type === 'error' && !answer) this.#told.emit('error', refusal(frame))
  }

  /** True when what was refused goes out again by itself: the gateway has done nothing of it. */
  #sendsAgain(ref: string, frame: AnyFrame): boolean {
    if (frame.type === 'error' && frame.code === 'RATE_LIMITED' && !isLeave(ref))
      return this.#outbox?.again(ref) ?? false
    if (frame.type === 'error' && this.#outbox?.split(ref)) return true
    this.#outbox?.settled(ref)
    return false
  }

  #tell(item: StreamItem): void {
    if (item.type === 'gap') this.#told.emit('gap', item)
    else {
      this.#told.emit('event', item)
      this.#byType.emit(item.type, item as never)
    }
    for (const stream of this.#streams) {
      if (!stream.push(item))
        stream.end(
          localError('ReaderTooSlow', 'too many events wait unread; read faster, or follow a session'),
        )
    }
  }

  #onClosed(refused: GatewayError | undefined): void {
    if (this.#over) return
    this.#disconnect()
    if (refused) this.#stop(refused)
    else this.#comeBack()
  }

  #comeBack(): void {
    const { clock } = this.#options
    const wasLive = this.#status.state === 'live'
    if (wasLive && clock.now() - this.#liveSince >= SETTLED_MS) this.#attempt = 0
    const wait = this.#options.backOff(this.#attempt, clock.random())
    this.#attempt += 1
    this.#cancelRetry = clock.after(wait, () => this.#open())
    this.#pending.failAll(
      localError('ConnectionLost', 'connection lost: this may have been done or not'),
      true,
    )
    const state = this.#attempt > OFFLINE_AFTER ? 'offline' : 'reconnecting'
    this.#setStatus({ state, retryAt: clock.now() + wait })
  }

  #disconnect(): void {
    this.#link = undefined
    this.#outbox?.close()
    this.#outbox = undefined
    this.#epoch = undefined
    this.#cancelLater()
  }

  #later(run: () => void): void {
    const before = this.#cancelLater
    const cancel = this.#options.clock.after(ASK_AGAIN_MS, run)
    this.#cancelLater = () => {
      before()
      cancel()
    }
  }

  #stop(reason: GatewayError): void {
    if (this.#over) return
    this.#status = { state: 'offline', retryAt: null, reason }
    this.#cancelRetry()
    this.#link?.close()
    this.#disconnect()
    this.#pending.failAll(reason)
    // Who closes the client knows; who is signed out must not take the end of a stream for the end of the work.
    const failure = reason.code === 'ClientClosed' ? undefined : reason
    this.#subscriptions.end(reason)
    for (const stream of [...this.#streams]) stream.end(failure)
    this.#told.emit('status', this.#status)
  }

  /** Why there will be no other connection. */
  get #over(): GatewayError | undefined {
    return this.#status.state === 'offline' ? this.#status.reason : undefined
  }

  #setStatus(status: ConnectionStatus): void {
    this.#status = status
    this.#told.emit('status', status)
  }
}

/** In UTF-8, where a character has three bytes at most; counted only where they could be too many. */
function checkSize(json: string): void {
  if (json.length * 3 > LONGEST_BYTES && new TextEncoder().encode(json).length > LONGEST_BYTES)
    throw new GatewayError('MESSAGE_TOO_LARGE', 'a message may have at most 1 MiB')
}

function checkStart({ afterSeq }: JoinStart): void {
  if (afterSeq === undefined || (Number.isSafeInteger(afterSeq) && afterSeq >= 0)) return
  throw new TypeError(`afterSeq is a whole number from 0, not ${afterSeq}`)
}
