import type { Draft, JsonObject } from '@signalbox/protocol'
import type { HookName } from '@signalbox/protocol/harmonize'
import { notificationDraft } from '../../harmonize/notification.js'
import type { ToldDraft } from '../../harmonize/told-draft.js'
import { nativeId } from '../native-id.js'
import { messageItem, turnFact } from '../turn-fact.js'
import type { HookPayload } from './hook-payload.js'
import { outputText } from './output-text.js'

/** A hook that cannot be what its name says, and why. */
export class UnfitHook extends Error {}

type Meaning = (hook: HookPayload) => ToldDraft[]

/** What each hook becomes. Any of them may be the first that is heard of a session. The last draft is the hook itself. */
export const HOOK_MEANINGS: Readonly<Record<HookName, Meaning>> = {
  session_start: (hook) => [state(hook, { state: 'ready' })],
  session_end: (hook) => [
    state(hook, { state: 'inactive', reason: hook.text('reason')?.slice(0, 100) || 'session_end' }),
  ],

  user_prompt_submit: (hook) => {
    const content = hook.text('prompt')
    if (content === undefined) throw new UnfitHook('prompt must be a text')
    const started = inTurn(hook, 'turn_started', {}, 'turn_started')
    if (content.trim() === '') return [started]
    const said = { content, via: 'hook' }
    return [
      started,
      { ...inTurn(hook, 'user_message', said, 'user_message', messageItem(content)), origin: hook.origin },
    ]
  },

  tool_use: (hook) => {
    const args = hook.field('tool_input') ?? {}
    return [tool(hook, 'tool_call', { toolName: required(hook, 'tool_name').slice(0, 200), args })]
  },
  tool_done: (hook) => {
    const error = hook.text('error')
    if (error !== undefined) return [tool(hook, 'tool_error', { error: outputText(error) })]
    return [tool(hook, 'tool_result', { status: 'success', output: outputText(hook.field('tool_response')) })]
  },

  notification: (hook) => [
    {
      ...notificationDraft({
        source: hook.source,
        message: hook.field('message'),
        title: hook.field('title'),
        notificationType: hook.field('notification_type'),
      }),
      origin: hook.origin,
    },
  ],

  agent_stop: (hook) => [
    ...turnStarted(hook),
    turnEnd(hook, 'turn_complete', { finalText: hook.text('last_assistant_message') ?? '' }),
  ],
  error: (hook) => {
    const message = hook.text('last_assistant_message') || hook.text('error') || 'the turn failed'
    return [...turnStarted(hook), turnEnd(hook, 'turn_error', { message, code: 'AGENT_ERROR' })]
  },
}

function state({ source }: HookPayload, data: JsonObject): Draft {
  return { type: 'session_state', source, data }
}

/** Notes that the turn began, so that a prompt which comes late does not begin it again. */
function turnStarted(hook: HookPayload): Draft[] {
  return hook.turn === undefined ? [] : [inTurn(hook, 'turn_started', {}, 'turn_started')]
}

/** The same end told twice is one; where a turn may end again, it is the same when the last words are. */
function turnEnd(hook: HookPayload, type: Draft['type'], data: JsonObject): Draft {
  const words = hook.text('last_assistant_message') ?? ''
  const draft = inTurn(hook, type, data, 'turn_end', hook.endsOnce ? undefined : messageItem(words))
  return hook.turn === undefined ? draft : { ...draft, source: { ...hook.source, nativeId: hook.turn } }
}

function tool(hook: HookPayload, type: Draft['type'], data: JsonObject): Draft {
  const toolCallId = nativeId(hook.field('tool_use_id'))
  if (toolCallId === undefined) throw new UnfitHook('tool_use_id must be a text')
  return inTurn(hook, type, { toolCallId, ...data }, type === 'tool_call' ? type : 'tool_end', toolCallId)
}

function inTurn(
  { source, session, turn }: HookPayload,
  type: Draft['type'],
  data: JsonObject,
  what: string,
  item?: string,
): Draft {
  if (turn === undefined) return { type, source, data }
  return { type, source, data, nativeTurnId: turn, fact: turnFact(what, session, turn, item) }
}

function required(hook: HookPayload, name: string): string {
  const text = hook.text(name)
  if (text === undefined || text === '') throw new UnfitHook(`${name} must be a text`)
  return text
}
