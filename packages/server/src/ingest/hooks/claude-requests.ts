import type { Json } from '@signalbox/protocol'
import type { ToldDraft } from '../../harmonize/told-draft.js'
import { nativeId } from '../native-id.js'
import { askedQuestions, formQuestions } from './asked-questions.js'
import { inTurn, required, told } from './hook-drafts.js'
import { argsOf, callId, type Meaning, toolError } from './hook-meaning.js'
import type { HookPayload } from './hook-payload.js'
import { byTerminal, permissionDraft, questionDraft, requestIdOf } from './hook-requests.js'
import { entryOf, isObject, textField } from './json-object.js'
import { permissionSuggestions } from './permission-suggestions.js'

/** Tools that ask a person something of their own, beside whether they may be used. */
const ASKING: Readonly<Record<string, Meaning>> = { AskUserQuestion: questionAsked, ExitPlanMode: planShown }

/** The agent asks whether it may use a tool, or what the tool asks. */
export function permissionAsked(hook: HookPayload): ToldDraft[] {
  const toolName = required(hook, 'tool_name').slice(0, 200)
  const meaning = entryOf(ASKING, toolName)
  if (meaning) return meaning(hook)
  const args = argsOf(hook)
  // What a command is for, it says itself.
  const reason = args.command === undefined ? undefined : textField(args, 'description')
  return [permissionDraft(hook, { toolName, args, reason, ...aboutCall(hook) })]
}

function aboutCall(hook: HookPayload) {
  return {
    toolCallId: nativeId(hook.field('tool_use_id')),
    suggestions: permissionSuggestions(hook.field('permission_suggestions')),
  }
}

/** What it asks goes back to it word for word with the answers. */
function questionAsked(hook: HookPayload): ToldDraft[] {
  const args = argsOf(hook)
  const questions = askedQuestions(args.questions)
  const toolCallId = nativeId(hook.field('tool_use_id'))
  return [questionDraft(hook, { questions, toolName: 'AskUserQuestion', args, toolCallId })]
}

/** Newer versions keep the plan in a file, which only they can read. */
function planShown(hook: HookPayload): ToldDraft[] {
  const args = argsOf(hook)
  const plan =
    textField(args, 'plan') ?? 'The plan is done and can be read in the terminal. Shall it be carried out?'
  return [permissionDraft(hook, { toolName: 'ExitPlanMode', args, description: plan, ...aboutCall(hook) })]
}

/** Nobody was asked: the agent's own judge refused, so the call ended before it began. */
export function denied(hook: HookPayload): ToldDraft[] {
  const toolCallId = callId(hook, 'tool_use_id')
  const message = hook.text('reason') || 'not allowed'
  const answer = { toolCallId, approved: false, message, by: { userId: 'auto', via: hook.agent } }
  return [
    inTurn(hook, 'approval_resolved', answer, 'approval_resolved', toolCallId),
    toolError(hook, toolCallId, `denied: ${message}`),
  ]
}

/** The form of an MCP server. */
export function formAsked(hook: HookPayload): ToldDraft[] {
  const message = required(hook, 'message')
  const link = hook.text('url')
  const context = [hook.text('mcp_server_name'), message, link].filter(Boolean).join(': ')
  const questions = formQuestions(message, hook.field('requested_schema'))
  return [questionDraft(hook, { questions, context, requestId: formId(hook) })]
}

/** The form was filled in, or put aside. */
export function formAnswered(hook: HookPayload): ToldDraft[] {
  const requestId = formId(hook)
  const content = hook.field('content')
  const filled = isObject(content) ? content : {}
  const answers = Object.fromEntries(Object.entries(filled).map(([id, value]) => [id, wordsOf(value)]))
  const dismissed = hook.text('action') !== 'accept'
  const data = { requestId, answers: dismissed ? {} : answers, dismissed, by: byTerminal(hook) }
  return [told(hook, 'question_resolved', data)]
}

function wordsOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** A server that gives its forms no ids asks for one at a time. */
function formId(hook: HookPayload): string {
  const id = nativeId(hook.field('elicitation_id')) ?? `${hook.text('mcp_server_name')} ${hook.turn ?? ''}`
  return requestIdOf(hook, `form ${id}`.slice(0, 512)) ?? ''
}
