import { type Client, GatewayError } from '@signalbox/client'
import { UsageError } from '@signalbox/server/config'
import { findByShortId } from '../short-id.js'
import { oneLine } from '../terminal/plain-text.js'

const SHORT = /^[0-9a-f-]{4,35}$/i

/** The session that is meant: by its uuid or a name an agent gave it, as the gateway takes it, or by a part of its uuid. */
export async function findSession(client: Client, typed: string): Promise<string> {
  if (typed.trim() === '')
    throw new UsageError('The ID of the session is empty. "signalbox sessions" lists them.')
  if (!SHORT.test(typed)) return typed
  const ids: string[] = []
  for await (const { id, aliases } of client.sessions({ includeArchived: true, limit: 1000 })) {
    if (aliases.some((alias) => alias.id === typed)) return typed
    ids.push(id)
  }
  const found = findByShortId(typed, ids)
  if ('id' in found) return found.id
  if (found.candidates.length === 0) throw noSession(typed)
  throw new UsageError(`${found.candidates.length} sessions fit "${typed}"; type more of the one you mean.`)
}

export function isNoSession(error: unknown): boolean {
  return error instanceof GatewayError && error.code === 'SessionNotFound'
}

export function noSession(typed: string): UsageError {
  return new UsageError(`There is no session "${oneLine(typed)}". "signalbox sessions" lists them.`)
}
