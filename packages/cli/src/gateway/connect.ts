import { connect as connectTcp } from 'node:net'
import { type Client, connect, GatewayError } from '@signalbox/client'
import { UsageError } from '@signalbox/server/config'
import type { GatewayAddress } from './gateway-address.js'

const PROBE_MS = 2_000

/** A client that is signed in. What keeps it from that is one sentence. */
export async function connectTo({ origin, token }: GatewayAddress): Promise<Client> {
  try {
    return await connect({ url: origin, token })
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    if (error.code === 'ConnectionLost') throw await noAnswer(origin)
    throw isSignIn(error.code) ? tokenRefused(origin) : error
  }
}

/** Why there was no answer: nobody is there, or somebody who does not speak. */
export async function noAnswer(origin: string): Promise<UsageError> {
  const { protocol, hostname, port } = new URL(origin)
  const socket = connectTcp({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (protocol === 'https:' ? 443 : 80)),
  })
  const isThere = await new Promise<boolean>((resolve) => {
    socket.setTimeout(PROBE_MS, () => resolve(false))
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  })
  socket.destroy()
  return isThere
    ? new UsageError(`What listens at ${origin} does not answer. If it hangs, end it, then: signalbox up`)
    : new UsageError(`No gateway answers at ${origin}. Start one with: signalbox up`)
}

/** Trying again would not help. */
export class TokenRefused extends UsageError {}

export function tokenRefused(origin: string): TokenRefused {
  return new TokenRefused(
    `The gateway at ${origin} refused the token; give its own with --token, SIGNALBOX_TOKEN or --data-dir.`,
  )
}

function isSignIn(code: string): boolean {
  return code === 'AUTH_FAILED' || code === 'NOT_AUTHENTICATED'
}
