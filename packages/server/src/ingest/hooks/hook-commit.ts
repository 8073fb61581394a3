import type { Draft, JsonObject } from '@signalbox/protocol'
import { type HookName, hookNamed } from '@signalbox/protocol/harmonize'
import type { ToldDraft } from '../../harmonize/told-draft.js'
import type { Commit } from '../../log/log.js'
import { UnfitHook } from './hook-drafts.js'
import type { HookPayload } from './hook-payload.js'
import { meaningOf } from './hook-tables.js'

/** What a hook asks of the log, and what was not understood of it. */
export interface ReadHook {
  commit: Commit
  hook: HookName | undefined
  problem?: string
}

/** What a hook of an agent asks of the log. What is not understood is kept as `agent_unparsed`. Pure. */
export function hookCommit(tenantId: string, payload: HookPayload): ReadHook {
  const { agent, session, cwd, nativeType, context } = payload
  const { drafts, problem } = readHook(payload)
  const create = { name: null, agentType: agent, origin: 'observed', cwd: cwd ?? null } as const
  const commit: Commit = {
    tenantId,
    session: { by: 'alias', alias: { namespace: agent, id: session }, create },
    drafts: [sessionUpdated(payload), ...withRaw(drafts, payload.raw)].map((draft) =>
      atItsTime(draft, payload),
    ),
  }
  if (context.eventId !== undefined) commit.eventId = context.eventId
  const hook = nativeType === null ? undefined : hookNamed(agent, nativeType)
  return { commit, hook, ...(problem === undefined ? {} : { problem }) }
}

interface Read {
  drafts: ToldDraft[]
  problem?: string
}

function readHook(payload: HookPayload): Read {
  const { agent, nativeType, namedBy } = payload
  if (nativeType === null) return unparsed(payload, `${namedBy} must be a text`)
  const meaning = meaningOf(agent, nativeType)
  if (!meaning) return unparsed(payload, 'unknown hook')
  try {
    return { drafts: meaning(payload) }
  } catch (error) {
    if (!(error instanceof UnfitHook)) throw error
    return unparsed(payload, error.message)
  }
}

function unparsed({ source, nativeType }: HookPayload, problem: string): Read {
  return { drafts: [{ type: 'agent_unparsed', source, data: { nativeType, problem } }], problem }
}

/**
 * What is known of a session that another source made; the log says it only where it is new. A helper of the agent may
 * be at work elsewhere than the agent.
 */
function sessionUpdated({ agent, cwd, source, subagent, context }: HookPayload): Draft {
  const data: JsonObject = { agentType: agent }
  if (cwd !== undefined && subagent === undefined) data.cwd = cwd
  if (context.process) data.process = { ...context.process }
  return { type: 'session_updated', source, data }
}

/** The payload is kept with the event that is the hook itself: those before it may be known already. */
function withRaw(drafts: ToldDraft[], raw: string): ToldDraft[] {
  return drafts.map((draft, index) => (index === drafts.length - 1 ? { ...draft, raw } : draft))
}

/** What is told after the fact says so, and when it was. */
function atItsTime(draft: ToldDraft, { context: { late, occurredAt } }: HookPayload): ToldDraft {
  return {
    ...draft,
    ...(late ? { late } : {}),
    ...(occurredAt === undefined ? {} : { occurredAt }),
  }
}
