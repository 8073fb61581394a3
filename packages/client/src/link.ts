import type { Clock } from './clock.js'
import { type AnyFrame, type Frame, isFrame, parseFrame } from './frame.js'
import { GatewayError, refusal } from './gateway-error.js'
import type { Socket, SocketConstructor } from './socket.js'

/** The gateway sends a heartbeat every 30 s. */
export const SILENCE_MS = 35_000
const HANDSHAKE_MS = 10_000
/** How long the gateway has to take part in a close. */
const CLOSE_MS = 1_000
const PROTOCOL_VERSIONS = [1, 2]
/** Trying again in the same way would be refused again. */
const FINAL_CODES: ReadonlySet<string> = new Set([
  'AUTH_FAILED',
  'NOT_AUTHENTICATED',
  'ProtocolVersionMismatch',
])
const CLOSED_BY_AUTH = 4401

export interface LinkOptions {
  url: string
  token: string | undefined
  WebSocket: SocketConstructor
  clock: Clock
}

export interface LinkListener {
  live(signedIn: Frame<'authenticated'>): void
  frame(frame: AnyFrame): void
  /** Told once. `refused` when there is no use in trying again. */
  closed(refused: GatewayError | undefined): void
}

/** One connection, from the first frame to its end: signs in, watches for silence, hands frames on. */
export class Link {
  readonly #options: LinkOptions
  readonly #listener: LinkListener
  readonly #socket: Socket
  #cancelWatch: () => void
  #requiresAuth = true
  #live = false
  #over = false

  constructor(options: LinkOptions, listener: LinkListener) {
    this.#options = options
    this.#listener = listener
    this.#cancelWatch = options.clock.after(HANDSHAKE_MS, () => this.#abandon())
    this.#socket = new options.WebSocket(options.url)
    this.#socket.addEventListener('message', (event) => this.#onMessage(event.data))
    this.#socket.addEventListener('close', ({ code }) =>
      this.#end(code === CLOSED_BY_AUTH ? notSignedIn() : undefined),
    )
    // An error is always followed by a close; without a listener `ws` would throw it.
    this.#socket.addEventListener('error', () => {})
  }

  send(message: object): void {
    if (!this.#over) this.#socket.send(JSON.stringify(message))
  }

  close(): void {
    this.#end()
    const cancel = this.#options.clock.after(CLOSE_MS, () => this.#socket.terminate?.())
    this.#socket.addEventListener('close', cancel)
  }

  #onMessage(data: unknown): void {
    if (this.#over) return
    if (this.#live) this.#watch()
    const frame = parseFrame(data)
    if (!frame) return
    if (this.#live) this.#listener.frame(frame)
    else this.#greet(frame)
  }

  #greet(frame: AnyFrame): void {
    if (isFrame(frame, 'welcome')) this.#requiresAuth = frame.requiresAuth
    else if (isFrame(frame, 'connected')) this.#signIn()
    else if (isFrame(frame, 'authenticated')) {
      this.#live = true
      this.#watch()
      this.#listener.live(frame)
    } else if (frame.type === 'error') {
      this.#end(FINAL_CODES.has(String(frame.code)) ? refusal(frame) : undefined)
    } else if (frame.type === 'pong') this.#end(notSignedIn())
  }

  #signIn(): void {
    const { token, clock } = this.#options
    if (token !== undefined && this.#requiresAuth) {
      this.send({ type: 'authenticate', token, protocolVersions: PROTOCOL_VERSIONS })
      return
    }
    // With a cookie `authenticated` comes unasked and before the answer to this; without one the answer says so
    // at once, where silence would have to be waited out.
    this.send({ type: 'ping', ts: clock.now() })
  }

  #watch(): void {
    this.#cancelWatch()
    this.#cancelWatch = this.#options.clock.after(SILENCE_MS, () => this.#abandon())
  }

  /** Nobody is there to take part in a close: with `ws` it would be waited for half a minute. */
  #abandon(): void {
    this.#socket.terminate?.()
    this.#end()
  }

  /** A half-open socket may never report its close, so the link is over the moment we say so. */
  #end(refused?: GatewayError): void {
    if (this.#over) return
    this.#over = true
    this.#cancelWatch()
    this.#socket.close()
    this.#listener.closed(refused)
  }
}

function notSignedIn(): GatewayError {
  return new GatewayError('NOT_AUTHENTICATED', 'the gateway wants a token, or a paired browser')
}
