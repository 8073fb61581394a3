import type { Draft } from '@signalbox/protocol'
import { type HookName, hookNamed } from '@signalbox/protocol/harmonize'
import type { ToldDraft } from '../../harmonize/told-draft.js'
import type { Commit } from '../../log/log.js'
import { HOOK_MEANINGS, UnfitHook } from './hook-meaning.js'
import type { HookPayload } from './hook-payload.js'

/** What a hook asks of the log, and what was not understood of it. */
export interface ReadHook {
  commit: Commit
  hook: HookName | undefined
  problem?: string
}

/** What a hook of an agent asks of the log. What is not understood is kept as `agent_unparsed`. Pure. */
export function hookCommit(tenantId: string, payload: HookPayload): ReadHook {
  const { agent, session, cwd, nativeType } = payload
  const hook = nativeType === null ? undefined : hookNamed(agent, nativeType)
  const read = hook === undefined ? unknown(payload) : meaningOf(payload, hook)
  const create = { name: null, agentType: agent, origin: 'observed', cwd: cwd ?? null } as const
  const drafts = [...sessionUpdated(payload), ...withRaw(read.drafts, payload.raw)]
  const commit: Commit = {
    tenantId,
    session: { by: 'alias', alias: { namespace: agent, id: session }, create },
    drafts,
  }
  return { commit, hook, ...(read.problem === undefined ? {} : { problem: read.problem }) }
}

interface Meant {
  drafts: ToldDraft[]
  problem?: string
}

function meaningOf(payload: HookPayload, hook: HookName): Meant {
  try {
    return { drafts: HOOK_MEANINGS[hook](payload) }
  } catch (error) {
    if (!(error instanceof UnfitHook)) throw error
    return unparsed(payload, error.message)
  }
}

function unknown(payload: HookPayload): Meant {
  const problem = payload.nativeType === null ? 'hook_event_name must be a text' : 'unknown hook'
  return unparsed(payload, problem)
}

function unparsed({ source, nativeType }: HookPayload, problem: string): Meant {
  return { drafts: [{ type: 'agent_unparsed', source, data: { nativeType, problem } }], problem }
}

/** What is known of a session that another source made; the log says it only where it is new. */
function sessionUpdated({ agent, cwd, source }: HookPayload): Draft[] {
  return [{ type: 'session_updated', source, data: { agentType: agent, ...(cwd ? { cwd } : {}) } }]
}

/** The payload is kept with the event that is the hook itself: those before it may be known already. */
function withRaw(drafts: ToldDraft[], raw: string): ToldDraft[] {
  return drafts.map((draft, index) => (index === drafts.length - 1 ? { ...draft, raw } : draft))
}
