import { type NewId, SignalboxError } from '@signalbox/protocol'
import type { FastifyReply } from 'fastify'
import type { Dialect } from '../../dialects/dialect.js'
import type { Hub } from '../../hub/hub.js'
import type { Subscriber } from '../../hub/subscriber.js'
import { sessionTopic } from '../../hub/topics.js'
import type { Identity } from '../../identity.js'
import { EventStream } from './event-stream.js'

export interface OpenStreamsDeps {
  hub: Hub
  now: () => number
  newId: NewId
  /** Where a fault nobody foresaw goes. */
  report?: (error: unknown) => void
  pingMs?: number
}

/** What one stream says. */
export interface Opening {
  dialect: Dialect
  /** Replays what is to be replayed and puts the subscriber on its topics. */
  join: (subscriber: Subscriber) => Promise<void>
  /** The one session it is about: it ends with it. */
  sessionId?: string
}

const PING_MS = 15_000

/** The open streams of server-sent events, whatever they are about. */
export class OpenStreams {
  readonly #deps: OpenStreamsDeps
  readonly #open = new Map<EventStream, Identity>()
  readonly #pings: NodeJS.Timeout
  #closed = false

  constructor(deps: OpenStreamsDeps) {
    this.#deps = deps
    this.#pings = setInterval(() => this.#ping(), deps.pingMs ?? PING_MS).unref()
  }

  get size(): number {
    return this.#open.size
  }

  open(reply: FastifyReply, identity: Identity, { dialect, join, sessionId }: Opening): void {
    if (this.#closed) throw new SignalboxError('unavailable', 'the gateway is stopping')
    const { hub, now, newId } = this.#deps
    const stream = new EventStream(reply, { id: newId(), dialect, now: now() })
    this.#open.set(stream, identity)
    const joined = this.#join(stream, join)
    const untap = sessionId === undefined ? undefined : this.#endWith(sessionId, stream, joined)
    stream.onClose(() => {
      untap?.()
      this.#open.delete(stream)
      hub.remove(stream.subscriber)
    })
  }

  /** A revoked device hears no more. */
  endDevice(deviceId: string): void {
    for (const [stream, identity] of this.#open) if (identity.deviceId === deviceId) this.#end(stream)
  }

  /** Tells everyone that the gateway goes, then ends. */
  close(reason = 'shutdown'): void {
    this.#closed = true
    clearInterval(this.#pings)
    const ts = this.#deps.now()
    for (const stream of this.#open.keys()) this.#end(stream, { type: 'server_shutdown', reason, ts })
  }

  async #join(stream: EventStream, join: Opening['join']): Promise<void> {
    const { hub, report = console.error } = this.#deps
    try {
      await join(stream.subscriber)
    } catch (error) {
      // The headers are out: all that is left to say is the end. The client comes back and is told why it cannot.
      if (!(error instanceof SignalboxError)) report(error)
      this.#end(stream)
    }
    // It may have left while its replay was read, after it was taken off the hub.
    if (stream.subscriber.closed) hub.remove(stream.subscriber)
  }

  #endWith(sessionId: string, stream: EventStream, joined: Promise<void>): () => void {
    return this.#deps.hub.tap(sessionTopic(sessionId), ({ type }) => {
      // After the event itself has gone out there is nothing more to come.
      if (type === 'session_deleted') setImmediate(() => void joined.then(() => this.#end(stream)))
    })
  }

  #end(stream: EventStream, lastFrame?: { type: string } & Record<string, unknown>): void {
    const { hub } = this.#deps
    hub.flush(stream.subscriber)
    if (lastFrame) stream.subscriber.reply(lastFrame)
    hub.remove(stream.subscriber)
    stream.end()
  }

  #ping(): void {
    for (const stream of this.#open.keys()) stream.ping()
  }
}
