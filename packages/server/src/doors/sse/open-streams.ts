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

/** Why a stream ends that its reader would still read. */
export type StreamEnd =
  | { reason: 'shutdown'; message: string; ts: number }
  | { reason: 'deleted' | 'revoked' | 'failed' | 'done' }

/** A response that stays open, whatever its wire looks like. */
export interface OpenStream {
  readonly subscriber: Subscriber
  /** The reader left, or was sent away. */
  onClose(listener: () => void): void
  /** Keeps proxies from taking a quiet stream for a dead one. */
  ping(): void
  /** Ends after everything that was written; says why, where its wire has a word for it. */
  end(why: StreamEnd): void
}

/** What one stream is about. */
export interface Topic {
  /** Replays what is to be replayed and puts the subscriber on its topics. */
  join: (subscriber: Subscriber) => Promise<void>
  /** The one session it is about: it ends with it. */
  sessionId?: string
}

/** What one stream of server-sent events says. */
export interface Opening extends Topic {
  dialect: Dialect
}

const PING_MS = 15_000

/** The open streams of one kind, whatever they are about. */
export class OpenStreams {
  readonly #deps: OpenStreamsDeps
  readonly #open = new Map<OpenStream, Identity>()
  readonly #pings: NodeJS.Timeout
  #closed = false

  constructor(deps: OpenStreamsDeps) {
    this.#deps = deps
    this.#pings = setInterval(() => this.#ping(), deps.pingMs ?? PING_MS).unref()
  }

  get size(): number {
    return this.#open.size
  }

  /** Opens a stream of server-sent events. */
  open(reply: FastifyReply, identity: Identity, { dialect, ...topic }: Opening): void {
    this.mayOpen()
    const { now, newId } = this.#deps
    this.add(new EventStream(reply, { id: newId(), dialect, now: now() }), identity, topic)
  }

  /** To be asked before the head of an answer is written. */
  mayOpen(): void {
    if (this.#closed) throw new SignalboxError('unavailable', 'the gateway is stopping')
  }

  /** Takes care of a stream until it is gone. Resolves when it has joined, or ended before it could. */
  add(stream: OpenStream, identity: Identity, { join, sessionId }: Topic): Promise<void> {
    const { hub } = this.#deps
    this.#open.set(stream, identity)
    const joined = this.#join(stream, join)
    const untap = sessionId === undefined ? undefined : this.#endWith(sessionId, stream, joined)
    stream.onClose(() => {
      untap?.()
      this.#open.delete(stream)
      hub.remove(stream.subscriber)
    })
    return joined
  }

  /** A revoked device hears no more. */
  endDevice(deviceId: string): void {
    for (const [stream, identity] of this.#open) {
      if (identity.deviceId === deviceId) this.end(stream, { reason: 'revoked' })
    }
  }

  /** Tells everyone that the gateway goes, then ends. */
  close(reason = 'shutdown'): void {
    this.#closed = true
    clearInterval(this.#pings)
    const ts = this.#deps.now()
    for (const stream of this.#open.keys()) {
      this.end(stream, { reason: 'shutdown', message: reason, ts })
    }
  }

  async #join(stream: OpenStream, join: Topic['join']): Promise<void> {
    const { hub, report = console.error } = this.#deps
    try {
      await join(stream.subscriber)
    } catch (error) {
      // The headers are out: all that is left to say is the end. The client comes back and is told why it cannot.
      if (!(error instanceof SignalboxError)) report(error)
      this.end(stream, { reason: 'failed' })
    }
    // It may have left while its replay was read, after it was taken off the hub.
    if (stream.subscriber.closed) hub.remove(stream.subscriber)
  }

  #endWith(sessionId: string, stream: OpenStream, joined: Promise<void>): () => void {
    return this.#deps.hub.tap(sessionTopic(sessionId), ({ type }) => {
      // After the event itself has gone out there is nothing more to come.
      if (type === 'session_deleted')
        setImmediate(() => void joined.then(() => this.end(stream, { reason: 'deleted' })))
    })
  }

  /** Ends a stream after everything that was published so far. */
  end(stream: OpenStream, why: StreamEnd): void {
    const { hub } = this.#deps
    hub.flush(stream.subscriber)
    stream.end(why)
    hub.remove(stream.subscriber)
  }

  #ping(): void {
    for (const stream of this.#open.keys()) stream.ping()
  }
}
