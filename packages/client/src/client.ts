import type { Naming } from '@signalbox/protocol'
import { backOff, OFFLINE_AFTER } from './back-off.js'
import { type Clock, systemClock } from './clock.js'
import { Emitter } from './emitter.js'
import { EventStream } from './event-stream.js'
import { type AnyFrame, type Frame, isFrame, isSessionEvent } from './frame.js'
import { type GatewayError, localError } from './gateway-error.js'
import { Link } from './link.js'
import { Pending, refusal } from './pending.js'
import type { Message, Replies } from './replies.js'
import type { SocketConstructor } from './socket.js'
import { socketUrl } from './socket-url.js'
import { type Snapshot, Subscriptions } from './subscriptions.js'
import type { ConnectionStatus, Told } from './told.js'

export interface ClientOptions {
  /** The gateway's address, `http://127.0.0.1:8080`. */
  url: string
  /** Absent in a paired browser: its cookie signs in. */
  token?: string
  naming?: Naming
  /** The `ws` package's class, where there is no global WebSocket. */
  WebSocket?: SocketConstructor
  clock?: Clock
}

/** A connection that lasted this long counts as one; shorter ones keep the back-off growing. */
const SETTLED_MS = 5_000
const STREAM_LIMIT = 10_000

/** A gateway as seen from here: one live connection at a time, made again whenever it is lost. */
export class Client {
  readonly #options: Required<Pick<ClientOptions, 'url' | 'clock' | 'WebSocket'>> & {
    token: string | undefined
  }
  readonly #told = new Emitter<Told>()
  readonly #streams = new Set<EventStream>()
  readonly #subscriptions = new Subscriptions()
  readonly #pending: Pending
  #link: Link | undefined
  #status: ConnectionStatus = { state: 'reconnecting', retryAt: null }
  #identity: Frame<'authenticated'>['identity'] | undefined
  #attempt = 0
  #liveSince = 0
  #cancelRetry = () => {}

  constructor(options: ClientOptions) {
    const WebSocket = options.WebSocket ?? globalThis.WebSocket
    if (!WebSocket) throw new TypeError('no WebSocket here: pass the class of the ws package as WebSocket')
    const clock = options.clock ?? systemClock
    this.#options = { url: socketUrl(options.url, options.naming), token: options.token, WebSocket, clock }
    this.#pending = new Pending(clock)
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

  /** Events and gaps from now on, for `for await`. Fails with ReaderTooSlow rather than leave one out. */
  events(limit = STREAM_LIMIT): EventStream {
    const stream: EventStream = new EventStream(limit, () => this.#streams.delete(stream))
    this.#streams.add(stream)
    return stream
  }

  /**
   * Follows a session until `leave`, over every reconnect. Without `afterSeq` from now on; with it, what is kept
   * after that number comes first.
   */
  join(sessionId: string, start: { afterSeq?: number; epoch?: string } = {}): Promise<Snapshot> {
    const { message, joined } = this.#subscriptions.want(sessionId, start)
    if (this.#status.state === 'live') this.#link?.send(message)
    return joined
  }

  leave(sessionId: string): void {
    const id = this.#subscriptions.drop(
      sessionId,
      localError('ClientClosed', 'left before the gateway answered'),
    )
    if (id !== undefined && this.#status.state === 'live') {
      this.#link?.send({ type: 'leave_session', sessionId: id })
    }
  }

  /** Sends one message and waits for what answers it. Throws a GatewayError with the gateway's code. */
  async request<T extends keyof Replies>(message: Message<T>): Promise<Frame<Replies[T]>> {
    if (this.#status.state !== 'live') throw localError('ConnectionLost', 'not connected to the gateway')
    const { ref, answer } = this.#pending.open()
    this.#link?.send({ ...message, ref })
    return (await answer) as AnyFrame & Frame<Replies[T]>
  }

  /** Does not wait out the back-off: for a button, or when the network is back. */
  retryNow(): void {
    if (this.#link === undefined && !this.#isOver()) this.#open()
  }

  /** Ends the connection and every stream, for good. */
  close(): void {
    this.#stop(localError('ClientClosed', 'the client was closed'))
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
    this.#identity = signedIn.identity
    this.#liveSince = this.#options.clock.now()
    for (const message of this.#subscriptions.resume()) this.#link?.send(message)
    this.#setStatus({ state: 'live' })
  }

  #onFrame(frame: AnyFrame): void {
    const news = this.#subscriptions.note(frame)
    const answer = this.#pending.settle(frame)
    if (!news) return
    if (isSessionEvent(frame)) {
      this.#told.emit('event', frame)
      for (const stream of this.#streams) stream.push(frame)
    } else if (isFrame(frame, 'gap')) {
      this.#told.emit('gap', frame)
      for (const stream of this.#streams) stream.push(frame)
    } else if (isFrame(frame, 'state_snapshot')) this.#told.emit('snapshot', frame)
    else if (isFrame(frame, 'stream_snapshot')) this.#told.emit('stream', frame)
    else if (isFrame(frame, 'replay_complete')) this.#told.emit('replayed', frame)
    else if (frame.type === 'error' && !answer) this.#told.emit('error', refusal(frame))
  }

  #onClosed(refused: GatewayError | undefined): void {
    if (this.#isOver()) return
    if (refused) this.#stop(refused)
    else this.#comeBack()
  }

  #comeBack(): void {
    const { clock } = this.#options
    const wasLive = this.#status.state === 'live'
    if (wasLive && clock.now() - this.#liveSince >= SETTLED_MS) this.#attempt = 0
    const wait = backOff(this.#attempt, clock.random())
    this.#attempt += 1
    this.#link = undefined
    this.#cancelRetry = clock.after(wait, () => this.#open())
    this.#pending.failAll(localError('ConnectionLost', 'the connection to the gateway was lost'))
    const state = this.#attempt > OFFLINE_AFTER ? 'offline' : 'reconnecting'
    this.#setStatus({ state, retryAt: clock.now() + wait })
  }

  #stop(reason: GatewayError): void {
    if (this.#isOver()) return
    this.#status = { state: 'offline', retryAt: null, reason }
    this.#cancelRetry()
    this.#link?.close()
    this.#link = undefined
    this.#pending.failAll(reason)
    this.#subscriptions.dropAll(reason)
    for (const stream of [...this.#streams]) stream.end()
    this.#told.emit('status', this.#status)
  }

  #isOver(): boolean {
    return this.#status.state === 'offline' && this.#status.reason !== undefined
  }

  #setStatus(status: ConnectionStatus): void {
    this.#status = status
    this.#told.emit('status', status)
  }
}
