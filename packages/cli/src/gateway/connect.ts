import { type Client, connect, GatewayError } from '@signalbox/client'
import { UsageError } from '@signalbox/server/config'
import type { GatewayAddress } from './gateway-address.js'

/** A client that is signed in. What keeps it from that is one sentence. */
export async function connectTo({ origin, token }: GatewayAddress): Promise<Client> {
  try {
    return await connect({ url: origin, token })
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    if (error.code === 'ConnectionLost') throw nobodyThere(origin)
    throw isSignIn(error.code) ? tokenRefused(origin) : error
  }
}

export function nobodyThere(origin: string): UsageError {
  return new UsageError(`No gateway answers at ${origin}. Start one with: signalbox up`)
}

export function tokenRefused(origin: string): UsageError {
  return new UsageError(
    `The gateway at ${origin} refused the token; give its own with --token, SIGNALBOX_TOKEN or --data-dir.`,
  )
}

function isSignIn(code: string): boolean {
  return code === 'AUTH_FAILED' || code === 'NOT_AUTHENTICATED'
}
