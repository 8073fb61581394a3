import type { Json, JsonObject } from '@signalbox/protocol'
import { notificationDraft } from '../../harmonize/notification.js'
import type { ToldDraft } from '../../harmonize/told-draft.js'
import { nativeId } from '../native-id.js'
import { messageItem } from '../turn-fact.js'
import { inTurn, required, subagentOf, told, turnEnd, turnStarted, UnfitHook } from './hook-drafts.js'
import type { HookPayload } from './hook-payload.js'
import { outputText } from './output-text.js'
import { toolArgs } from './tool-args.js'

// The words in which the hooks of all agents are told: each table of an agent is made of these.

/**
 * What a hook becomes. Any of them may be the first that is heard of a session. The last draft is the hook itself; none
 * where it is known and says nothing.
 */
export type Meaning = (hook: HookPayload) => ToldDraft[]

export const saysNothing: Meaning = () => []

/** Means one thing of the agent itself and another, or nothing, of a helper it started. */
export function ofAgent(meaning: Meaning, ofHelper: Meaning = saysNothing): Meaning {
  return (hook) => (hook.subagent === undefined ? meaning(hook) : ofHelper(hook))
}

export const sessionStarted: Meaning = (hook) =>
  // What begins after a compaction is the same session, in the middle of what it was at.
  hook.text('source') === 'compact' ? [] : [told(hook, 'session_state', { state: 'ready' })]

export const sessionEnded: Meaning = (hook) => [
  told(hook, 'session_state', {
    state: 'inactive',
    reason: hook.text('reason')?.slice(0, 100) || 'session_end',
  }),
]

export const promptGiven: Meaning = (hook) => prompted(hook, promptOf(hook))

export function promptOf(hook: HookPayload): string {
  const content = hook.text('prompt')
  if (content === undefined) throw new UnfitHook('prompt must be a text')
  return content
}

/** A turn begins with these words, or goes on with them. `begun` tells its beginning from others in the same turn. */
export function prompted(hook: HookPayload, content: string, begun?: string): ToldDraft[] {
  const started = inTurn(hook, 'turn_started', {}, 'turn_started', begun)
  if (content.trim() === '') return [started]
  const said = inTurn(hook, 'user_message', { content, via: 'hook' }, 'user_message', messageItem(content))
  return [started, { ...said, origin: hook.origin }]
}

export const toolCalled: Meaning = (hook) => [
  toolCall(hook, callId(hook, 'tool_use_id'), required(hook, 'tool_name'), argsOf(hook)),
]

export const toolEnded: Meaning = (hook) => {
  const id = callId(hook, 'tool_use_id')
  const error = hook.text('error')
  return [
    error === undefined ? toolResult(hook, id, hook.field('tool_response')) : toolError(hook, id, error),
  ]
}

/** What a hook says a tool is called with. */
export function argsOf(hook: HookPayload): JsonObject {
  return toolArgs(hook.field('tool_input'), hook.raw.length)
}

export function callId(hook: HookPayload, field: string): string {
  const id = nativeId(hook.field(field))
  if (id === undefined) throw new UnfitHook(`${field} must be a text`)
  return id
}

export function toolCall(hook: HookPayload, toolCallId: string, name: string, args: JsonObject): ToldDraft {
  const data = { toolCallId, toolName: name.slice(0, 200), args, ...subagentOf(hook) }
  return inTurn(hook, 'tool_call', data, 'tool_call', toolCallId)
}

export function toolResult(
  hook: HookPayload,
  toolCallId: string,
  response: Json | undefined,
  status = 'success',
): ToldDraft {
  const data = { toolCallId, status, output: outputText(response), ...subagentOf(hook) }
  return inTurn(hook, 'tool_result', data, 'tool_end', toolCallId)
}

export function toolError(hook: HookPayload, toolCallId: string, error: string): ToldDraft {
  const data = { toolCallId, error: outputText(error), ...subagentOf(hook) }
  return inTurn(hook, 'tool_error', data, 'tool_end', toolCallId)
}

export const notified: Meaning = (hook) => [
  {
    ...notificationDraft({
      source: hook.source,
      message: hook.field('message'),
      title: hook.field('title'),
      notificationType: hook.field('notification_type'),
    }),
    origin: hook.origin,
  },
]

export const turnCompleted: Meaning = (hook) => {
  const finalText = hook.text('last_assistant_message') ?? ''
  return [...turnStarted(hook), turnEnd(hook, 'turn_complete', { finalText }, finalText)]
}

export const subagentStarted: Meaning = (hook) => {
  const subagentId = callId(hook, 'agent_id')
  const name = hook.text('agent_type') || undefined
  const data = { subagentId, ...(name === undefined ? {} : { name: name.slice(0, 200) }) }
  return [inTurn(hook, 'subagent_started', data, 'subagent_start', subagentId)]
}

export const subagentStopped: Meaning = (hook) => {
  const subagentId = callId(hook, 'agent_id')
  const summary = hook.text('last_assistant_message')?.trim()
    ? hook.text('last_assistant_message')
    : undefined
  const data = { subagentId, ...(summary === undefined ? {} : { summary }) }
  return [inTurn(hook, 'subagent_stopped', data, 'subagent_end', subagentId)]
}

const TRIGGERS = ['auto', 'manual'] as const

export const contextCompacted: Meaning = (hook) => {
  const summary = hook.text('compact_summary') || undefined
  const trigger = TRIGGERS.find((known) => known === hook.text('trigger')) ?? 'unknown'
  const data = { trigger, ...(summary === undefined ? {} : { summary }) }
  return [inTurn(hook, 'context_compacted', data, 'compacted')]
}
