import type { JsonObject } from '@signalbox/protocol'
import type { HookedAgent } from '@signalbox/protocol/harmonize'
import { hookCommit } from './hook-commit.js'
import type { HookContext } from './hook-context.js'
import { hookPayload } from './hook-payload.js'

/** A hook, read as it comes from the door. */
export function read(agent: HookedAgent, payload: object, context: HookContext = {}) {
  const raw = JSON.stringify(payload)
  const hook = hookPayload(agent, JSON.parse(raw) as JsonObject, raw, context)
  if (!hook) throw new Error('names no session')
  return { ...hookCommit('local', hook), raw }
}

/** What a hook becomes, without what every hook says of its session. */
export function meant(agent: HookedAgent, payload: object): JsonObject[] {
  const [about, ...drafts] = read(agent, payload).commit.drafts
  if (about?.type !== 'session_updated') throw new Error('says nothing of its session')
  return drafts.map(({ type, data }) => ({ type, ...data }))
}

/** The keys under which a hook tells what it tells. */
export function facts(agent: HookedAgent, payload: object): (string | undefined)[] {
  return read(agent, payload).commit.drafts.map(({ fact }) => fact)
}
