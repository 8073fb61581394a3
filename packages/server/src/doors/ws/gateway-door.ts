import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import {
  ERRORS,
  type GatewayState,
  type Naming,
  type NewId,
  problem,
  SignalboxError,
} from '@signalbox/protocol'
import { WebSocketServer } from 'ws'
import type { RequestCommands } from '../../commands/requests.js'
import type { SessionCommands } from '../../commands/sessions.js'
import type { TurnCommands } from '../../commands/turns.js'
import { GATEWAY_DIALECTS } from '../../dialects/ws.js'
import type { Authenticator } from '../../http/auth.js'
import type { Hub } from '../../hub/hub.js'
import { sessionOf } from '../../hub/topics.js'
import type { Identity } from '../../identity.js'
import type { Log } from '../../log/log.js'
import type { GatewayPause } from '../../pause/gateway-pause.js'
import { CLOSE, Connection, HEARTBEAT_MS } from './connection.js'
import { readAgain } from './read-again.js'

export interface GatewayDeps {
  log: Log
  hub: Hub
  commands: SessionCommands
  turns: TurnCommands
  requests: RequestCommands
  pause: GatewayPause
  authenticator: Pick<Authenticator, 'checkToken' | 'identifyUpgrade'>
  dev: boolean
  now: () => number
  newId: NewId
  report: (error: unknown) => void
}

/** Somebody who is connected, and the sessions they have joined. */
export interface Present {
  identity: Identity
  connectedAt: number
  sessions: string[]
}

/** A message over 1 MiB is refused politely up to here; beyond it the connection ends (1009). */
const HARD_LIMIT = 4 * 1024 * 1024
const PATH = '/ws'

/** The door /ws: session gateway over WebSocket. */
export class GatewayDoor {
  readonly #deps: GatewayDeps
  readonly #server: WebSocketServer
  readonly #connections = new Set<Connection>()
  readonly #heartbeat: NodeJS.Timeout
  #closed = false

  constructor(deps: GatewayDeps) {
    this.#deps = deps
    this.#server = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: HARD_LIMIT })
    deps.pause.onChange((state, by) => this.#tellState(state, by))
    this.#heartbeat = setInterval(() => this.#beat(), HEARTBEAT_MS).unref()
  }

  /** Takes the upgrades of an HTTP server; guards and authentication come before anything else. */
  listenOn(server: Server): void {
    server.on('upgrade', (request, socket, head) => {
      if (request.headers.upgrade?.toLowerCase() !== 'websocket') {
        readAgain(server, request, socket, head)
        return
      }
      socket.on('error', () => socket.destroy())
      try {
        const { naming, identity } = this.#admit(request)
        this.#server.handleUpgrade(request, socket, head, (ws) => {
          const connection = new Connection(this.#deps, ws, socket, request, naming)
          this.#connections.add(connection)
          ws.once('close', () => this.#connections.delete(connection))
          connection.greet(identity)
        })
      } catch (error) {
        refuse(socket, error)
      }
    })
  }

  get size(): number {
    return this.#connections.size
  }

  /** Those who are signed in, the first first. */
  present(): Present[] {
    return [...this.#connections].flatMap(({ identity, connectedAt, subscriber }) =>
      identity
        ? [
            {
              identity,
              connectedAt,
              sessions: [...subscriber.topics].flatMap((topic) => sessionOf(topic) ?? []),
            },
          ]
        : [],
    )
  }

  /** A revoked device is signed out at once. */
  endDevice(deviceId: string): void {
    for (const connection of this.#connections) {
      if (connection.identity?.deviceId === deviceId) connection.close(CLOSE.auth, 'this device was revoked')
    }
  }

  /** Lets nobody in any more; who is there hears how it ends. */
  refuse(): void {
    this.#closed = true
  }

  /** Tells everyone that the gateway goes, then closes. */
  close(reason: string): void {
    this.#closed = true
    clearInterval(this.#heartbeat)
    const ts = this.#deps.now()
    for (const connection of this.#connections) {
      connection.reply({ type: 'server_shutdown', reason, ts })
      connection.close(CLOSE.restart, reason)
    }
  }

  #admit(request: IncomingMessage): { naming: Naming; identity: Identity | null } {
    // A request that was under way: let in now, nobody would ever tell it to go, and the gateway would wait for it.
    if (this.#closed) throw new SignalboxError('unavailable', 'the gateway is stopping')
    const identity = this.#deps.authenticator.identifyUpgrade(request)
    const [path, query] = (request.url ?? '/').split('?', 2)
    if (path !== PATH) throw new SignalboxError('notFound', `WebSockets are served at ${PATH}`)
    const naming = new URLSearchParams(query).get('naming') ?? 'snake'
    if (naming !== 'snake' && naming !== 'dot') {
      throw new SignalboxError('invalidMessage', 'naming must be snake or dot', { field: 'naming' })
    }
    return { naming, identity }
  }

  /** Everyone hears that turns start or do not; who asked for it is answered. */
  #tellState(state: GatewayState, by: string | undefined): void {
    for (const connection of this.#connections) {
      if (!connection.identity || connection.subscriber.id === by) continue
      connection.reply({ type: 'gateway_state', ...state })
    }
  }

  #beat(): void {
    const now = this.#deps.now()
    const frame = GATEWAY_DIALECTS.snake.control({ type: 'heartbeat', ts: now })
    for (const connection of this.#connections) connection.beat(frame, now)
  }
}

/** How long a refused client has to read why; it may never close its side. */
const REFUSED_MS = 1_000

/** An upgrade that is refused gets the same answer a request would. */
function refuse(socket: Duplex, thrown: unknown): void {
  const error = thrown instanceof SignalboxError ? thrown : new SignalboxError('internal')
  const { status } = ERRORS[error.kind]
  const body = JSON.stringify(problem(error))
  socket.end(
    `HTTP/1.1 ${status} ${ERRORS[error.kind].title}\r\nContent-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
  socket.resume()
  setTimeout(() => socket.destroy(), REFUSED_MS).unref()
}
