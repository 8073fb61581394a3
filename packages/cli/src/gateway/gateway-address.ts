import { UsageError } from '@signalbox/server/config'
import { type Options, text, type Values } from '../command.js'
import { GATEWAY_OPTIONS, settingsOf } from '../settings.js'
import { tokenOf } from './token-of.js'

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
  const url =
    text(values, 'url') ?? process.env.SIGNALBOX_URL ?? `http://${reachable(config.host)}:${config.port}`
  return {
    origin: originOf(url),
    token: text(values, 'token') ?? (config.dev ? 'dev' : tokenOf(config)),
  }
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
