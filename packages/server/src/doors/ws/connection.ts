import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { errorFrame, type Naming, SignalboxError } from '@signalbox/protocol'
import type { WebSocket } from 'ws'
import { textFrame } from '../../dialects/text-frame.js'
import { GATEWAY_DIALECTS } from '../../dialects/ws.js'
import { Subscriber } from '../../hub/subscriber.js'
import { tenantTopic } from '../../hub/topics.js'
import type { Identity } from '../../identity.js'
import type { GatewayDeps } from './gateway-door.js'
import { handle, notAuthenticated } from './handlers.js'
import { MessageFault, parseMessage, refOf } from './parse-message.js'
import { RateLimiter } from './rate-limiter.js'

export const PROTOCOL_VERSIONS = [1, 2] as const
export const HEARTBEAT_MS = 30_000
/** Anything quieter than this is gone: more than two heartbeats without a pong. */
const SILENCE_MS = 75_000
const MAX_AUTH_FAILURES = 3
const CLOSE_GRACE_MS = 2_000

export const CLOSE = { auth: 4401, slow: 4408, flood: 4429, restart: 1012 } as const

/** One client of /ws. */
export class Connection {
  readonly subscriber: Subscriber
  readonly deps: GatewayDeps
  readonly remoteAddress: string
  readonly connectedAt: number
  identity: Identity | null = null
  readonly #ws: WebSocket
  readonly #limiter = new RateLimiter()
  readonly #joins = new Map<string, Promise<void>>()
  #authFailures = 0
  #heardAt: number

  constructor(deps: GatewayDeps, ws: WebSocket, socket: Duplex, request: IncomingMessage, naming: Naming) {
    this.deps = deps
    this.#ws = ws
    this.remoteAddress = request.socket.remoteAddress ?? 'unknown'
    this.connectedAt = deps.now()
    this.#heardAt = this.connectedAt
    this.subscriber = new Subscriber(
      deps.newId(),
      GATEWAY_DIALECTS[naming],
      {
        write: (chunk, done) => void socket.write(chunk, () => done()),
        closeSlow: () => this.close(CLOSE.slow, 'reading too slowly; resume from your last seq'),
      },
      deps.now(),
    )
    ws.on('message', (data, isBinary) => this.#receive(data as Buffer, isBinary))
    ws.on('pong', () => this.#heard())
    ws.on('error', () => this.#endBroken())
    ws.on('close', () => deps.hub.remove(this.subscriber))
  }

  greet(identity: Identity | null): void {
    const ts = this.deps.now()
    this.reply({ type: 'welcome', protocolVersion: 2, requiresAuth: !this.deps.dev })
    this.reply({ type: 'connected', clientId: this.subscriber.id, heartbeatIntervalMs: HEARTBEAT_MS, ts })
    if (identity) this.admit(identity, 1)
  }

  /** From here on the connection may speak, and hears what the tenant hears. */
  admit(identity: Identity, protocolVersion: number, ref?: string | number): void {
    this.identity = identity
    const { userId, email, tenantId } = identity
    this.reply({ type: 'authenticated', identity: { userId, email, tenantId }, protocolVersion }, ref)
    this.deps.hub.subscribe(this.subscriber, tenantTopic(tenantId))
  }

  refuseAuth(): void {
    this.#authFailures += 1
    if (this.#authFailures >= MAX_AUTH_FAILURES) this.close(CLOSE.auth, 'authentication failed')
  }

  /** A frame for this connection alone, after everything published before it. */
  reply(frame: { type: string } & Record<string, unknown>, ref?: string | number): void {
    this.deps.hub.flush(this.subscriber)
    this.subscriber.reply(ref === undefined ? frame : { ...frame, ref })
  }

  /** A reply that is text already. */
  replyText(text: string): void {
    this.deps.hub.flush(this.subscriber)
    this.subscriber.replay(textFrame(text))
  }

  /** Joins and leaves of one session happen one after the other, in the order they were asked for. */
  inOrder(sessionId: string, step: () => Promise<void>): Promise<void> {
    const before = this.#joins.get(sessionId) ?? Promise.resolve()
    const after = before.catch(() => undefined).then(step)
    this.#joins.set(sessionId, after)
    const forget = () => {
      if (this.#joins.get(sessionId) === after) this.#joins.delete(sessionId)
    }
    after.then(forget, forget)
    return after
  }

  beat(frame: Buffer, now: number): void {
    if (now - this.#heardAt > SILENCE_MS) {
      this.#ws.terminate()
      return
    }
    if (!this.identity && now - this.connectedAt >= HEARTBEAT_MS) {
      this.close(CLOSE.auth, 'not authenticated in time')
      return
    }
    this.deps.hub.flush(this.subscriber)
    this.subscriber.replay(frame)
    this.#ws.ping()
  }

  /** The close frame waits behind what the socket has not taken; a reader that never reads is cut off. */
  close(code: number, reason: string): void {
    this.deps.hub.remove(this.subscriber)
    this.#ws.close(code, reason)
    setTimeout(() => this.#ws.terminate(), CLOSE_GRACE_MS).unref()
  }

  /** ws has answered what broke the protocol with a close frame: cut off at once, the client would never read it. */
  #endBroken(): void {
    this.deps.hub.remove(this.subscriber)
    setTimeout(() => this.#ws.terminate(), CLOSE_GRACE_MS).unref()
  }

  /** Says what went wrong with what was asked under `ref`. */
  fail(error: unknown, ref?: string | number): void {
    if (error instanceof MessageFault) this.reply(errorFrame(error.error, error.ref) as { type: string })
    else if (error instanceof SignalboxError) this.reply(errorFrame(error, ref) as { type: string })
    else {
      this.deps.report(error)
      const hidden = new SignalboxError('internal', 'Something went wrong in the gateway; its log says what.')
      this.reply(errorFrame(hidden, ref) as { type: string })
    }
  }

  #heard(): void {
    this.#heardAt = this.deps.now()
  }

  #receive(data: Buffer, isBinary: boolean): void {
    this.#heard()
    const verdict = this.#limiter.take(this.deps.now())
    if (verdict === 'flood') {
      this.close(CLOSE.flood, 'too many messages')
      return
    }
    try {
      if (verdict === 'limited') {
        const refusal = new SignalboxError('rateLimited', 'at most 60 messages in 10 seconds')
        throw new MessageFault(refusal, refOf(data, isBinary))
      }
      const message = parseMessage(data, isBinary)
      handle(this, message).catch((error: unknown) => this.fail(error, message.ref))
    } catch (error) {
      this.fail(this.identity ? error : withoutIdentity(error))
    }
  }
}

/** What is not served yet is no business of who has shown no token. */
function withoutIdentity(error: unknown): unknown {
  if (!(error instanceof MessageFault) || error.error.kind !== 'notImplemented') return error
  return new MessageFault(notAuthenticated(), error.ref)
}
