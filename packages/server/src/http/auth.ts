import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { SignalboxError } from '@signalbox/protocol'
import { DEVELOPER, hooksOf, type Identity, OWNER } from '../identity.js'
import { readDeviceCookie } from './device-cookie.js'
import type { Devices } from './devices.js'
import type { FailureLimiter } from './failure-limiter.js'
import { type CookieUse, type Guards, isSafe, trustsCookie } from './guards.js'

export interface AuthenticatorOptions {
  token: string
  /** The token of the agents' hooks: good for bringing events and waiting for answers, by HTTP. */
  hookToken?: string
  /** Everyone is the developer; the configuration allows it on loopback only. */
  dev: boolean
  guards: Guards
  devices: Devices
  failures: FailureLimiter
}

const BEARER = /^Bearer(?: +(\S+))? *$/i
/** Both sides of a comparison are padded to this length. */
const PADDED = 1024
const HOOKS = hooksOf(OWNER)

/**
 * Says who is at the door, for requests, upgrades and the `authenticate` message.
 * A right credential always passes: agents and people share the loopback address, so the failures of one with a stale
 * token must not lock out the others. A wrong one is refused, and told to wait once there were too many.
 */
export class Authenticator {
  readonly #options: AuthenticatorOptions
  readonly #expected = Buffer.alloc(PADDED)
  /** All zero where there is none: no token is. */
  readonly #expectedOfHooks = Buffer.alloc(PADDED)
  readonly #presented = Buffer.alloc(PADDED)

  constructor(options: AuthenticatorOptions) {
    this.#options = options
    this.#expected.write(options.token)
    this.#expectedOfHooks.write(options.hookToken ?? '')
  }

  /** The identity behind a request; null when it shows no credential. With `open`, a stale cookie is none. */
  identifyHttp(request: IncomingMessage, open = false): Identity | null {
    return this.#identify(request, isSafe(request.method) ? 'read' : 'write', open)
  }

  /** Host and Origin, then the identity; null when the `authenticate` message has to bring the token. */
  identifyUpgrade(request: IncomingMessage): Identity | null {
    this.#options.guards.checkUpgrade(request.headers)
    // A revoked device may still sign in with the token, by message: its cookie is no reason to refuse the upgrade.
    const identity = this.#identify(request, 'upgrade', true)
    return identity && notOfHooks(identity)
  }

  /** The identity of a token that is shown at /ws, or a refusal: the hooks of agents have no business there. */
  checkToken(token: string, remoteAddress: string): Identity {
    return notOfHooks(this.#owner(token, remoteAddress))
  }

  /** Whose token it is, or a refusal. */
  #owner(token: string, remoteAddress: string): Identity {
    if (this.#options.dev) return DEVELOPER
    return this.#whose(token) ?? this.#refuse(remoteAddress)
  }

  /**
   * In constant time: what is compared is always equally long, so not even the length of the token shows, and always
   * with both tokens. Padding does as well as hashing here, and on the way of every request it allocates nothing.
   */
  #whose(token: string): Identity | undefined {
    if (token === '' || token.length > PADDED) return undefined
    this.#presented.fill(0)
    this.#presented.write(token)
    const isOwner = timingSafeEqual(this.#presented, this.#expected)
    const isHook = timingSafeEqual(this.#presented, this.#expectedOfHooks)
    if (isOwner) return OWNER
    return isHook ? HOOKS : undefined
  }

  #identify(request: IncomingMessage, use: CookieUse, open: boolean): Identity | null {
    if (this.#options.dev) return DEVELOPER
    const { authorization } = request.headers
    // Another scheme may be meant for a proxy in front of us.
    const bearer = authorization === undefined ? null : BEARER.exec(authorization)
    if (bearer) return this.#owner(bearer[1] ?? '', addressOf(request))
    const cookie = this.#cookie(request.headers, use)
    if (cookie === undefined) return null
    const identity = this.#options.devices.identify(cookie)
    return identity || open ? identity : this.#refuse(addressOf(request))
  }

  #cookie(headers: IncomingHttpHeaders, use: CookieUse): string | undefined {
    const cookie = readDeviceCookie(headers.cookie)
    return cookie !== undefined && trustsCookie(this.#options.guards.hosts, headers, use) ? cookie : undefined
  }

  #refuse(remoteAddress: string): never {
    const retryAfterMs = this.#options.failures.fail(remoteAddress, 'token')
    if (retryAfterMs > 0) throw tooManyAttempts(retryAfterMs)
    throw new SignalboxError('authFailed', 'The token is wrong, or the device is no longer paired.')
  }
}

/** The same identity, unless it is that of hooks. */
export function notOfHooks(identity: Identity): Identity {
  if (identity.role !== 'hook') return identity
  throw new SignalboxError('unauthorized', 'This token is for the hooks of agents: it only brings events.')
}

/** The refusal of an address that has tried too often. */
export function tooManyAttempts(retryAfterMs: number): SignalboxError {
  return new SignalboxError(
    'authRateLimited',
    'Too many wrong attempts from this address; wait and try again.',
    {
      details: { retryAfterMs },
    },
  )
}

/** Who sent the request, as far as the network tells. */
export function addressOf(request: IncomingMessage): string {
  return request.socket.remoteAddress ?? 'unknown'
}
