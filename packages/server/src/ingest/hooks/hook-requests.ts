import { type Draft, type Json, type JsonObject, toolKindOf } from '@signalbox/protocol'
import { digest } from '../../harmonize/digest.js'
import { nativeId } from '../native-id.js'
import { inTurn, subagentOf, UnfitHook } from './hook-drafts.js'
import type { HookPayload } from './hook-payload.js'
import { approvalTypeOf, requestText } from './request-text.js'

/** What an agent asks leave for. */
export interface AskedPermission {
  toolName: string
  args: JsonObject
  toolCallId?: string | undefined
  /** Where the agent has an id for the request itself. */
  requestId?: string | undefined
  /** Where the arguments do not tell it best. */
  description?: string | undefined
  /** Why it wants to, in its own words. */
  reason?: string | undefined
  /** Where there may be others than Codex has words for. */
  approvalType?: string | undefined
  suggestions?: readonly JsonObject[]
}

/** The agent asks whether it may use a tool. */
export function permissionDraft(hook: HookPayload, asked: AskedPermission): Draft {
  const { toolName, args, suggestions = [] } = asked
  const toolKind = toolKindOf({ toolName })
  return request(hook, 'permission_requested', asked, {
    toolName,
    description: asked.description ?? requestText(toolName, args),
    args,
    toolKind,
    ...defined({
      approvalType: asked.approvalType ?? approvalTypeOf(toolName, toolKind),
      reason: asked.reason,
    }),
    ...(suggestions.length === 0 ? {} : { suggestions: [...suggestions] }),
  })
}

/** What an agent asks a person. `args` is what it was asked with, to be given back together with the answers. */
export interface AskedQuestions {
  questions: JsonObject[]
  context?: string | undefined
  toolName?: string | undefined
  args?: JsonObject
  toolCallId?: string | undefined
  requestId?: string | undefined
}

/** The agent asks a person one or more questions. */
export function questionDraft(hook: HookPayload, asked: AskedQuestions): Draft {
  const { questions, context, toolName, args } = asked
  if (questions.length === 0) throw new UnfitHook('questions must be a list of questions')
  return request(hook, 'question_requested', asked, {
    questions,
    ...defined({ context, toolName }),
    ...(args === undefined ? {} : { args }),
  })
}

function request(
  hook: HookPayload,
  type: Draft['type'],
  { requestId: given, toolCallId }: AskedPermission | AskedQuestions,
  data: JsonObject,
): Draft {
  const requestId = given ?? requestIdOf(hook, toolCallId)
  // One call may ask for several things; where nothing has an id, what is told twice is known by what is asked.
  const item = given ?? toolCallId ?? requestId
  const ids = { ...defined({ requestId, toolCallId }), ...subagentOf(hook) }
  const { fact, nativeTurnId, ...draft } = inTurn(hook, type, { ...ids, ...data }, type, item)
  return {
    ...draft,
    // A helper may ask when the turn that started it is over: it asks now all the same.
    ...(nativeTurnId === undefined || hook.subagent !== undefined ? {} : { nativeTurnId }),
    ...(fact === undefined || item === undefined ? {} : { fact }),
  }
}

/** The same for the same call, however often it is told; undefined where nothing tells it from the next. */
export function requestIdOf(
  { agent, session, context }: HookPayload,
  id: Json | undefined,
): string | undefined {
  const known = nativeId(id) ?? context.eventId
  return known === undefined ? undefined : `req_${digest([agent, session, known])}`
}

/** Someone answered at the agent's own terminal. */
export function byTerminal({ agent }: HookPayload): JsonObject {
  return { userId: 'terminal', via: agent }
}

function defined(fields: Record<string, string | undefined>): JsonObject {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(known) as JsonObject
}
