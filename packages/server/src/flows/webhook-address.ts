import type { LookupAddress } from 'node:dns'
import { BlockList, isIP, isIPv4 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { urlProblem } from '@signalbox/protocol/flow'
import { NameLookups, type NameLookupsDeps } from './name-lookups.js'
import { isPublicAddress } from './public-address.js'

export interface WebhookAddressesDeps extends NameLookupsDeps {
  /** Private hosts (`name` or `name:port`) that are open all the same. */
  allow: readonly string[]
  /** The port the gateway itself listens on; undefined while it does not. */
  ownPort: () => number | undefined
  /** The addresses of this machine. */
  ownAddresses?: () => readonly string[]
}

/** Where a webhook goes: the addresses are those that were checked, and no others are to be asked for. */
export interface WebhookTarget {
  url: URL
  addresses: readonly LookupAddress[]
}

/** A URL nothing is posted to, however often it is tried. */
export class WebhookRefused extends Error {}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }
const SETTING = 'SIGNALBOX_WEBHOOK_ALLOW or "webhooks.allow" in config.json'

/** Says where a webhook may be posted to: the public internet, and the private hosts that were opened by name. */
export class WebhookAddresses {
  readonly #allow: ReadonlySet<string>
  readonly #ownPort: () => number | undefined
  readonly #lookups: NameLookups
  readonly #ownAddresses: () => readonly string[]

  constructor({ allow, ownPort, ownAddresses = ofThisMachine, ...lookups }: WebhookAddressesDeps) {
    this.#allow = new Set(allow)
    this.#ownPort = ownPort
    this.#lookups = new NameLookups(lookups)
    this.#ownAddresses = ownAddresses
  }

  /**
   * Rejects with a WebhookRefused, or with what the lookup of its name failed with; with a NameNotAsked where that could not
   * be begun. `begun` is called when it is.
   */
  async find(text: string, begun?: () => void): Promise<WebhookTarget> {
    const place = placeIn(text)
    this.#refuseName(place)
    const addresses = place.literal ? [place.literal] : await this.#lookups.find(place.host, begun)
    if (addresses.length === 0) throw new Error(`${place.host} has no address`)
    this.#refuseAddresses(place, addresses)
    return { url: place.url, addresses }
  }

  /** Why nothing is posted to a URL, as far as that is known without asking for the addresses of its name. */
  closed(text: string): string | undefined {
    try {
      const place = placeIn(text)
      this.#refuseName(place)
      if (place.literal) this.#refuseAddresses(place, [place.literal])
      return undefined
    } catch (error) {
      if (error instanceof WebhookRefused) return error.message
      throw error
    }
  }

  #isOpen({ host, name }: Place): boolean {
    return this.#allow.has(host) || this.#allow.has(name)
  }

  #refuseName(place: Place): void {
    if (!this.#isOpen(place) && /(^|\.)localhost$/.test(place.host)) throw closed(place.host, place.name)
  }

  #refuseAddresses(place: Place, addresses: readonly LookupAddress[]): void {
    const { host, port, name, literal } = place
    if (!this.#isOpen(place)) {
      // One that has a private address among others is not taken either: which one is used is not ours to say.
      const wrong = addresses.find((found) => !isPublicAddress(found.address))
      if (wrong) throw closed(literal ? host : `${host} (${wrong.address})`, name)
    }
    if (port === this.#ownPort() && !this.#allow.has(name) && this.#isOwn(addresses)) {
      throw new WebhookRefused(
        `${name} is this gateway itself; to open it all the same, add "${name}" to ${SETTING}`,
      )
    }
  }

  #isOwn(addresses: readonly LookupAddress[]): boolean {
    const own = new BlockList()
    own.addSubnet('127.0.0.0', 8, 'ipv4')
    for (const address of ['0.0.0.0', '::', '::1', ...this.#ownAddresses()])
      own.addAddress(...familyOf(address))
    // An IPv4 address that is written as one of IPv6 is found as well.
    return addresses.some(({ address }) => own.check(...familyOf(address)))
  }
}

/** Where a URL leads: `name` is its host and port; `literal` its host, where that is an address. */
interface Place {
  url: URL
  host: string
  port: number
  name: string
  literal?: LookupAddress
}

function placeIn(text: string): Place {
  const url = readUrl(text)
  const host = url.hostname.replace(/\.$/, '')
  const port = url.port === '' ? (DEFAULT_PORTS[url.protocol] ?? 0) : Number(url.port)
  const address = host.replace(/^\[(.*)\]$/, '$1')
  const family = isIP(address)
  const place = { url, host, port, name: `${host}:${port}` }
  return family === 0 ? place : { ...place, literal: { address, family } }
}

function readUrl(text: string): URL {
  const given = text.trim()
  const problem = urlProblem(given)
  if (problem !== undefined) throw new WebhookRefused(`url ${problem}`)
  try {
    return new URL(given)
  } catch {
    throw new WebhookRefused('url is not one that can be called')
  }
}

/** Without the name of the interface it is reached by. */
function familyOf(address: string): [address: string, family: 'ipv4' | 'ipv6'] {
  const plain = address.replace(/%.*$/, '')
  return [plain, isIPv4(plain) ? 'ipv4' : 'ipv6']
}

function closed(what: string, place: string): WebhookRefused {
  return new WebhookRefused(`${what} is a private address; to open it, add "${place}" to ${SETTING}`)
}

function ofThisMachine(): string[] {
  return Object.values(networkInterfaces()).flatMap((of) => (of ?? []).map(({ address }) => address))
}
