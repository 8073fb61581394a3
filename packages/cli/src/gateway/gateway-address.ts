import { UsageError } from '@signalbox/server/config'
import { type Options, text, type Values } from '../command.js'
import { GATEWAY_OPTIONS, settingsOf } from '../settings.js'
import { tokenIfAny, tokenOf } from './token-of.js'

/** The flags of every command that talks to a running gateway. */
export const ADDRESS_OPTIONS = {
  ...GATEWAY_OPTIONS,
  url: { type: 'string' },
  token: { type: 'string' },
} as const satisfies Options

/** How they are shown in a usage line. */
export const ADDRESS_USAGE = '[--url URL] [--token TOKEN] [--data-dir DIR] [--dev]'

/** Where a gateway is, and who we are to it. */
export interface GatewayAddress {
  origin: string
  token: string
}

/** From the flags, else the environment, else the settings of the gateway of this machine. */
export function addressOf(values: Values): GatewayAddress {
  const config = settingsOf(values)
  const own = originOf(ownOrigin(config))
  const origin = originOf(namedUrl(values) ?? own)
  const given = text(values, 'token') ?? (config.dev ? 'dev' : config.token)
  if (given === undefined && !isHere(origin, own))
    throw new UsageError(
      `The token of this machine is not for ${origin}. Give its own: --token or SIGNALBOX_TOKEN.`,
    )
  return { origin, token: given ?? tokenOf(config) }
}

/** Where it is and where the gateway of this machine would be; a token only where there is one. */
export function placeOf(values: Values): { origin: string; own: string; token?: string } {
  const config = settingsOf(values)
  const own = originOf(ownOrigin(config))
  const origin = originOf(namedUrl(values) ?? own)
  const kept = isHere(origin, own) ? tokenIfAny(config) : config.token
  const token = text(values, 'token') ?? (config.dev ? 'dev' : kept)
  return { origin, own, ...(token === undefined ? {} : { token }) }
}

/** Only gateways of this machine are shown the token in its data directory: another would have it from then on. */
function isHere(origin: string, own: string): boolean {
  const { hostname } = new URL(origin)
  return hostname === new URL(own).hostname || /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}

/** The address that was told; a variable that is empty tells none. */
export function namedUrl(values: Values): string | undefined {
  return text(values, 'url') ?? (process.env.SIGNALBOX_URL?.trim() || undefined)
}

function ownOrigin({ host, port }: { host: string; port: number }): string {
  return `http://${reachable(host)}:${port}`
}

function originOf(url: string): string {
  if (URL.canParse(url) && /^https?:/.test(url)) return new URL(url).origin
  throw new UsageError(
    `"${url}" is not the address of a gateway; type for example --url http://127.0.0.1:8080.`,
  )
}

/** A gateway that listens on every address is asked on this machine's own. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
