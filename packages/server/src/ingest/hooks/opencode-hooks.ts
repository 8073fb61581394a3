import type { Json } from '@signalbox/protocol'
import type { NativeHook } from '@signalbox/protocol/harmonize'
import { nativeId } from '../native-id.js'
import { inTurn, told, turnEnd, turnStarted, UnfitHook } from './hook-drafts.js'
import {
  contextCompacted,
  type Meaning,
  ofAgent,
  prompted,
  saysNothing,
  sessionStarted,
  toolCall,
  toolError,
  toolResult,
} from './hook-meaning.js'
import type { HookPayload } from './hook-payload.js'
import { entryOf, fieldOf, objectsIn, textField } from './json-object.js'
import {
  permissionAsked,
  permissionReplied,
  questionAsked,
  questionRejected,
  questionReplied,
} from './opencode-requests.js'
import { toolArgs } from './tool-args.js'

/** What the events of opencode become that its plugin posts; `hook-payload.ts` says in what shape. */
export const OPENCODE_HOOKS: Readonly<Record<NativeHook<'opencode'>, Meaning>> = {
  'session.created': ofAgent(sessionStarted, helperStarted),
  'session.updated': ofAgent(titled),
  'session.deleted': ofAgent(ended('deleted')),
  'server.instance.disposed': ofAgent(ended('disposed')),

  'chat.message': ofAgent(said),
  'tool.execute.before': (hook) => {
    const input = hook.field('input')
    const args = toolArgs(fieldOf(hook.field('output'), 'args'), hook.raw.length)
    return [toolCall(hook, idIn(input, 'callID'), named(input, 'tool'), args)]
  },
  'tool.execute.after': (hook) => {
    const output = hook.field('output')
    return [toolResult(hook, idIn(hook.field('input'), 'callID'), textField(output, 'output') ?? output)]
  },
  'message.part.updated': (hook) => entryOf(PARTS, textField(hook.field('part'), 'type'))?.(hook) ?? [],

  'permission.asked': permissionAsked,
  'permission.replied': permissionReplied,
  'question.asked': questionAsked,
  'question.replied': questionReplied,
  'question.rejected': questionRejected,

  'todo.updated': ofAgent(planned),
  'session.compacted': ofAgent(contextCompacted),
  'session.error': ofAgent(failed),
  'session.idle': ofAgent(idle, helperStopped),

  'session.status': saysNothing,
  'session.diff': saysNothing,
  'message.updated': saysNothing,
  'message.removed': saysNothing,
  'message.part.delta': saysNothing,
  'message.part.removed': saysNothing,
  'command.executed': saysNothing,
  'file.edited': saysNothing,
  'file.watcher.updated': saysNothing,
  'server.connected': saysNothing,
  'plugin.added': saysNothing,
  'catalog.updated': saysNothing,
  'reference.updated': saysNothing,
  'integration.updated': saysNothing,
}

function ended(reason: string): Meaning {
  return (hook) => [told(hook, 'session_state', { state: 'inactive', reason })]
}

function helperStarted(hook: HookPayload) {
  const subagentId = hook.subagent ?? ''
  const name = textField(hook.field('info'), 'title')?.slice(0, 200)
  const data = { subagentId, ...(name === undefined ? {} : { name }) }
  return [inTurn(hook, 'subagent_started', data, 'subagent_start', subagentId)]
}

function helperStopped(hook: HookPayload) {
  const subagentId = hook.subagent ?? ''
  return [inTurn(hook, 'subagent_stopped', { subagentId }, 'subagent_end', subagentId)]
}

/** What a session is called before anything was said in it. */
const UNTITLED = /^(?:New|Child) session - \d{4}-/

function titled(hook: HookPayload) {
  const name = textField(hook.field('info'), 'title')
  return name === undefined || UNTITLED.test(name)
    ? []
    : [told(hook, 'thread.name_complete', { name, by: 'agent' })]
}

/** What a person wrote, without what opencode put beside it. */
function said(hook: HookPayload) {
  const parts = objectsIn(fieldOf(hook.field('output'), 'parts'))
  const texts = parts.filter(({ type, synthetic }) => type === 'text' && synthetic !== true)
  return prompted(hook, texts.flatMap((part) => textField(part, 'text') ?? []).join('\n\n'))
}

/** The parts of a message that tell something by themselves. */
const PARTS: Readonly<Record<string, Meaning>> = {
  text: ofAgent((hook) => {
    const part = hook.field('part')
    const text = textField(part, 'text')
    const whole = typeof fieldOf(fieldOf(part, 'time'), 'end') === 'number'
    if (text === undefined || !whole || fieldOf(part, 'synthetic') === true) return []
    return [inTurn(hook, 'message_complete', { text }, 'message', nativeId(fieldOf(part, 'id')))]
  }),
  tool: (hook) => {
    const part = hook.field('part')
    const state = fieldOf(part, 'state')
    if (fieldOf(state, 'status') !== 'error') return []
    return [toolError(hook, idIn(part, 'callID'), textField(state, 'error') ?? 'the tool failed')]
  },
}

const STEPS: Readonly<Record<string, string>> = {
  pending: 'pending',
  in_progress: 'in_progress',
  completed: 'completed',
  cancelled: 'skipped',
}

const MAX_STEP = 500

/** The list is told whole each time. */
function planned(hook: HookPayload) {
  const todos = objectsIn(hook.field('todos')).slice(0, 200)
  const steps = todos.map((todo, index) => ({
    id: `step-${index}`,
    title: (textField(todo, 'content') ?? '').slice(0, MAX_STEP),
    status: entryOf(STEPS, textField(todo, 'status')) ?? 'pending',
  }))
  const data = { planId: `todo ${hook.session}`, title: 'To do', steps, reason: null }
  return [inTurn(hook, 'plan_revised', data, 'plan', hook.run ?? JSON.stringify(steps))]
}

/** A turn that somebody stopped is told as an error first. It goes idle after either. */
function failed(hook: HookPayload) {
  const error = hook.field('error')
  const name = textField(error, 'name')
  if (name === 'MessageAbortedError') {
    const data = { finalText: '', stopReason: 'aborted' }
    return [...turnStarted(hook), turnEnd(hook, 'turn_complete', data, '')]
  }
  const message = textField(fieldOf(error, 'data'), 'message') ?? name ?? 'the turn failed'
  return [...turnStarted(hook), turnEnd(hook, 'turn_error', { message, code: 'AGENT_ERROR' }, '')]
}

/** What it said was told part by part. */
function idle(hook: HookPayload) {
  return [...turnStarted(hook), turnEnd(hook, 'turn_complete', { finalText: '' }, '')]
}

function idIn(value: Json | undefined, name: string): string {
  const id = nativeId(fieldOf(value, name))
  if (id === undefined) throw new UnfitHook(`${name} must be a text`)
  return id
}

function named(value: Json | undefined, name: string): string {
  const text = textField(value, name)
  if (text === undefined) throw new UnfitHook(`${name} must be a text`)
  return text
}
