import type { Json } from '@signalbox/protocol'
import type { NativeHook } from '@signalbox/protocol/harmonize'
import { digest } from '../../harmonize/digest.js'
import { notificationDraft } from '../../harmonize/notification.js'
import { turnFact } from '../turn-fact.js'
import { required, turnEnd } from './hook-drafts.js'
import {
  argsOf,
  contextCompacted,
  type Meaning,
  notified,
  promptGiven,
  saysNothing,
  sessionEnded,
  sessionStarted,
  toolCall,
  toolError,
  toolResult,
} from './hook-meaning.js'
import type { HookPayload } from './hook-payload.js'
import { entryOf, fieldOf, textField } from './json-object.js'

/** What the hooks of Gemini CLI become. It names neither its turns nor its calls. */
export const GEMINI_HOOKS: Readonly<Record<NativeHook<'gemini'>, Meaning>> = {
  SessionStart: sessionStarted,
  SessionEnd: sessionEnded,
  BeforeAgent: promptGiven,
  AfterAgent: answered,
  BeforeTool: (hook) => {
    const name = required(hook, 'tool_name')
    return [toolCall(hook, madeCallId(hook, name), name, argsOf(hook))]
  },
  AfterTool: toolReturned,
  Notification: attended,
  // It says before every turn that it could; only when somebody asked for it, it does.
  PreCompress: (hook) => (hook.text('trigger') === 'manual' ? contextCompacted(hook) : []),
  // Each piece of an answer comes with all that was said before it.
  BeforeModel: saysNothing,
  AfterModel: saysNothing,
  BeforeToolSelection: saysNothing,
}

function answered(hook: HookPayload) {
  const finalText = hook.text('prompt_response') ?? ''
  return [turnEnd(hook, 'turn_complete', { finalText }, finalText)]
}

/** A call is known by what is called, before and after: the same once more is the same call begun anew. */
function madeCallId({ session, field }: HookPayload, name: string): string {
  return `call_${digest([session, name, JSON.stringify(field('tool_input') ?? null)])}`
}

function toolReturned(hook: HookPayload) {
  const id = madeCallId(hook, required(hook, 'tool_name'))
  const response = hook.field('tool_response')
  const failure = errorIn(fieldOf(response, 'error'))
  if (failure !== undefined) return [toolError(hook, id, failure)]
  return [toolResult(hook, id, unwrapped(textField(response, 'llmContent')) ?? response)]
}

/** What a command printed comes in a tag that tells the model not to trust it. */
const UNTRUSTED = /^<untrusted_context>\n([\s\S]*)\n<\/untrusted_context>\s*$/

function unwrapped(text: string | undefined): string | undefined {
  return text === undefined ? undefined : (UNTRUSTED.exec(text)?.[1] ?? text)
}

function errorIn(error: Json | undefined): string | undefined {
  if (error === undefined || error === null || error === false) return undefined
  if (typeof error === 'string') return error
  return textField(error, 'message') ?? JSON.stringify(error)
}

/** How a person reads what Gemini CLI asks in its terminal, by the kind of thing it asks about. */
const ASKED: Readonly<Record<string, (details: Json | undefined) => string | undefined>> = {
  exec: (details) => textField(details, 'command'),
  edit: (details) => joined('Edit', textField(details, 'filePath') ?? textField(details, 'fileName')),
  mcp: (details) => joined(textField(details, 'serverName'), textField(details, 'toolName')),
  info: (details) => textField(details, 'prompt'),
  ask_user: (details) => textField(details, 'title'),
}

/**
 * It asks in its terminal, where alone it can be answered: a person is needed, and nothing here is asked. It says so
 * twice within the moment.
 */
function attended(hook: HookPayload) {
  if (hook.text('notification_type') !== 'ToolPermission') return notified(hook)
  const details = hook.field('details')
  const kind = textField(details, 'type')
  const asked = entryOf(ASKED, kind)?.(details)
  const message = asked ?? textField(details, 'title') ?? hook.text('message')
  const draft = notificationDraft({
    source: hook.source,
    message: message ?? '',
    notificationType: 'permission_prompt',
  })
  const fact = momentFact(hook, digest([message ?? '', JSON.stringify(details ?? null)]))
  return [{ ...draft, ...(fact === undefined ? {} : { fact }), origin: hook.origin }]
}

/** The same words within the same second are the same words. */
function momentFact({ session, run = '' }: HookPayload, words: string): string | undefined {
  const second = Math.floor(Date.parse(run) / 1000)
  return Number.isNaN(second) ? undefined : turnFact('asked', session, String(second), words)
}

function joined(...words: (string | undefined)[]): string | undefined {
  return words.includes(undefined) ? undefined : words.join(': ')
}
