import { type NewId, SignalboxError } from '@signalbox/protocol'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { findSession } from '../../commands/find-session.js'
import type { Dialect } from '../../dialects/dialect.js'
import { sseDialect } from '../../dialects/sse.js'
import type { Hub } from '../../hub/hub.js'
import { type JoinFrom, joinSession } from '../../hub/join.js'
import { sessionTopic } from '../../hub/topics.js'
import type { Identity } from '../../identity.js'
import type { Log } from '../../log/log.js'
import { permit } from '../rest/permit.js'
import { EventStream } from './event-stream.js'
import { streamCursor } from './stream-cursor.js'

export interface SessionStreamDeps {
  log: Log
  hub: Hub
  now: () => number
  newId: NewId
  /** Where a fault nobody foresaw goes. */
  report?: (error: unknown) => void
  pingMs?: number
}

const PING_MS = 15_000

/** GET /api/sessions/:id/events/stream: the events of a session as they happen. */
export function addSessionStream(app: FastifyInstance, deps: SessionStreamDeps): SessionStreams {
  const streams = new SessionStreams(deps)
  const options = { exposeHeadRoute: false, config: { stream: true } }
  app.get<{ Params: { id: string } }>('/api/sessions/:id/events/stream', options, async (request, reply) => {
    const identity = permit(request, 'session:read')
    const from = streamCursor(request)
    const sessionId = await findSession(deps.log, identity, request.params.id)
    streams.open(reply, identity, sessionId, from)
  })
  return streams
}

/** The open streams of sessions. */
export class SessionStreams {
  readonly #deps: SessionStreamDeps
  readonly #dialect: Dialect
  readonly #open = new Map<EventStream, Identity>()
  readonly #pings: NodeJS.Timeout
  #closed = false

  constructor(deps: SessionStreamDeps) {
    this.#deps = deps
    this.#dialect = sseDialect(deps.log.epoch)
    this.#pings = setInterval(() => this.#ping(), deps.pingMs ?? PING_MS).unref()
  }

  get size(): number {
    return this.#open.size
  }

  open(reply: FastifyReply, identity: Identity, sessionId: string, from: JoinFrom): void {
    if (this.#closed) throw new SignalboxError('unavailable', 'the gateway is stopping')
    const { hub, now, newId } = this.#deps
    const stream = new EventStream(reply, { id: newId(), dialect: this.#dialect, now: now() })
    this.#open.set(stream, identity)
    const joined = this.#join(stream, sessionId, from)
    const untap = hub.tap(sessionTopic(sessionId), ({ type }) => {
      // After the event itself has gone out there is nothing more to come.
      if (type === 'session_deleted') setImmediate(() => void joined.then(() => this.#end(stream)))
    })
    stream.onClose(() => {
      untap()
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

  async #join(stream: EventStream, sessionId: string, from: JoinFrom): Promise<void> {
    const { log, hub, report = console.error } = this.#deps
    try {
      await joinSession({ log, hub }, stream.subscriber, sessionId, from, () => undefined)
    } catch (error) {
      // The headers are out: all that is left to say is the end. The client comes back and is told why it cannot.
      if (!(error instanceof SignalboxError)) report(error)
      this.#end(stream)
    }
    // It may have left while its replay was read, after it was taken off the hub.
    if (stream.subscriber.closed) hub.remove(stream.subscriber)
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
