import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import { SignalboxError } from '@signalbox/protocol'

/** The addresses a gateway may be called by. */
export interface Hosts {
  /** `name:port` as it stands in a Host header, in lower case. */
  readonly authorities: ReadonlySet<string>
  /** Bound to every interface: any IP address with this port. DNS rebinding needs a name, so an address is no risk. */
  readonly anyAddressPort: number | null
}

/** What a listener is bound to, and the further names its owner gave it. */
export interface Binding {
  host: string
  allowedHosts: readonly string[]
}

/** What a cookie is to be used for; reads are GET and HEAD. */
export type CookieUse = 'read' | 'write' | 'upgrade'

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]']
const HTTP_PORT = 80
const SAFE_METHODS: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** True when the request cannot change anything, whoever sends it. */
export function isSafe(method: string | undefined): boolean {
  return SAFE_METHODS.has(method)
}

/** The Host allow-list of a listener: loopback, the bound host and the configured names, on the bound port. */
export function listHosts({ host, allowedHosts }: Binding, port: number): Hosts {
  const authorities = new Set<string>()
  for (const name of [...LOOPBACK_NAMES, isIP(host) === 6 ? `[${host}]` : host.toLowerCase()]) {
    authorities.add(`${name}:${port}`)
    if (port === HTTP_PORT) authorities.add(name)
  }
  for (const entry of allowedHosts) {
    authorities.add(entry.toLowerCase())
    if (!/:\d+$/.test(entry)) authorities.add(`${entry.toLowerCase()}:${port}`)
  }
  return { authorities, anyAddressPort: host === '0.0.0.0' || host === '::' ? port : null }
}

/** Refuses a request that was sent to a name this gateway does not have: the defence against DNS rebinding. */
export function checkHost(hosts: Hosts, headers: IncomingHttpHeaders): void {
  const host = headers.host
  if (host !== undefined && (hosts.authorities.has(host) || isAllowed(hosts, host.toLowerCase()))) return
  throw new SignalboxError(
    'forbiddenHost',
    'The Host header names an address this gateway does not answer for; add it to "allowedHosts" in config.json.',
  )
}

function isAllowed(hosts: Hosts, host: string): boolean {
  if (hosts.authorities.has(host)) return true
  if (hosts.anyAddressPort === null) return false
  const end = host.lastIndexOf(':')
  const name = host.slice(0, end).replace(/^\[(.*)\]$/, '$1')
  return isIP(name) !== 0 && host.slice(end + 1) === String(hosts.anyAddressPort)
}

/**
 * Whether the request comes from a page of this gateway. False when it does not say: that is no trust, a credential
 * of its own is still needed. A foreign Origin is refused.
 */
export function checkOrigin(hosts: Hosts, headers: IncomingHttpHeaders): boolean {
  const origin = headers.origin
  if (origin === undefined) return false
  if (isOwnOrigin(hosts, origin, headers.host)) return true
  throw new SignalboxError(
    'forbiddenOrigin',
    'This request comes from a page that is not served by this gateway.',
  )
}

function isOwnOrigin(hosts: Hosts, origin: string, host: string | undefined): boolean {
  const authority = /^https?:\/\/([^/]+)$/i.exec(origin)?.[1]?.toLowerCase()
  return authority !== undefined && (authority === host?.toLowerCase() || hosts.authorities.has(authority))
}

/**
 * Whether a cookie may be believed. Browsers attach it by themselves, so the request must show that a page of ours
 * sent it: by its Origin, or, for a read, by Sec-Fetch-Site (a same-origin GET, EventSource too, carries no Origin).
 * Over plain HTTP to another machine browsers send neither; there SameSite=Strict, closed CORS and
 * Cross-Origin-Resource-Policy keep other pages from sending or seeing such a read.
 */
export function trustsCookie(hosts: Hosts, headers: IncomingHttpHeaders, use: CookieUse): boolean {
  if (headers.origin !== undefined) return isOwnOrigin(hosts, headers.origin, headers.host)
  if (use !== 'read') return false
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  return !isLoopbackName(headers.host)
}

function isLoopbackName(host = ''): boolean {
  return LOOPBACK_NAMES.includes(host.toLowerCase().replace(/:\d+$/, ''))
}

/** The guards of one listener, used alike by HTTP requests and WebSocket upgrades (fastify's hooks run on no upgrade). */
export class Guards {
  readonly #binding: Binding
  #hosts: Hosts

  constructor(binding: Binding & { port: number }) {
    this.#binding = binding
    this.#hosts = listHosts(binding, binding.port)
  }

  get hosts(): Hosts {
    return this.#hosts
  }

  /** Port 0 is known only once the listener has it. */
  listeningOn(port: number): void {
    this.#hosts = listHosts(this.#binding, port)
  }

  /** Before anything else of an HTTP request. */
  checkRequest(method: string | undefined, headers: IncomingHttpHeaders): void {
    checkHost(this.#hosts, headers)
    if (!SAFE_METHODS.has(method)) checkOrigin(this.#hosts, headers)
  }

  /** Before anything else of a WebSocket upgrade. */
  checkUpgrade(headers: IncomingHttpHeaders): void {
    checkHost(this.#hosts, headers)
    checkOrigin(this.#hosts, headers)
  }
}
