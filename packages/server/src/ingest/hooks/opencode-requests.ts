import type { Json, JsonObject } from '@signalbox/protocol'
import type { ToldDraft } from '../../harmonize/told-draft.js'
import { nativeId } from '../native-id.js'
import { askedQuestions } from './asked-questions.js'
import { inTurn, UnfitHook } from './hook-drafts.js'
import type { HookPayload } from './hook-payload.js'
import { byTerminal, permissionDraft, questionDraft } from './hook-requests.js'
import { entryOf, fieldOf } from './json-object.js'
import { toolArgs } from './tool-args.js'

/** What it asks leave for has a kind of its own, which is most often the name of the tool. */
export function permissionAsked(hook: HookPayload): ToldDraft[] {
  const kind = hook.text('permission')
  if (!kind) throw new UnfitHook('permission must be a text')
  const patterns = textsIn(hook.field('patterns'))
  const args = toolArgs(hook.field('metadata'), hook.raw.length)
  const alone = Object.keys(args).length === 0 && patterns.length > 0
  return [
    permissionDraft(hook, {
      toolName: kind.slice(0, 200),
      args: alone ? { patterns } : args,
      ...(alone ? { description: `${kind} ${patterns.join(', ')}` } : {}),
      requestId: idOf(hook, 'id'),
      toolCallId: nativeId(fieldOf(hook.field('tool'), 'callID')),
      suggestions: textsIn(hook.field('always')).map((pattern) => ({
        text: `Always allow: ${kind} ${pattern} · for this session`,
        value: { pattern },
      })),
    }),
  ]
}

const REPLIES: Readonly<Record<string, JsonObject>> = {
  once: { approved: true },
  always: { approved: true, remember: true },
  reject: { approved: false },
}

/** Somebody answered in opencode. */
export function permissionReplied(hook: HookPayload): ToldDraft[] {
  const answer = entryOf(REPLIES, hook.text('reply'))
  if (!answer) throw new UnfitHook('reply must be once, always or reject')
  const requestId = idOf(hook, 'requestID')
  const message = hook.text('message') || undefined
  const data = { requestId, ...answer, by: byTerminal(hook), ...(message === undefined ? {} : { message }) }
  return [inTurn(hook, 'approval_resolved', data, 'approval_resolved', requestId)]
}

/** It asks one or more questions. */
export function questionAsked(hook: HookPayload): ToldDraft[] {
  const questions = askedQuestions(hook.field('questions'))
  const toolCallId = nativeId(fieldOf(hook.field('tool'), 'callID'))
  return [questionDraft(hook, { questions, requestId: idOf(hook, 'id'), toolCallId })]
}

/** They were answered in opencode, each with the options that were chosen. */
export function questionReplied(hook: HookPayload): ToldDraft[] {
  const told = hook.field('answers')
  const answers = (Array.isArray(told) ? told : []).map((words, at) => [`q${at + 1}`, joined(words)])
  return [questionEnd(hook, Object.fromEntries(answers))]
}

/** They were put aside in opencode. */
export function questionRejected(hook: HookPayload): ToldDraft[] {
  return [questionEnd(hook, undefined)]
}

function questionEnd(hook: HookPayload, answers: JsonObject | undefined): ToldDraft {
  const requestId = idOf(hook, 'requestID')
  const data = { requestId, answers: answers ?? {}, dismissed: answers === undefined, by: byTerminal(hook) }
  return inTurn(hook, 'question_resolved', data, 'question_resolved', requestId)
}

function idOf(hook: HookPayload, name: string): string {
  const id = nativeId(hook.field(name))
  if (id === undefined) throw new UnfitHook(`${name} must be a text`)
  return id
}

function textsIn(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((text) => typeof text === 'string').slice(0, 50) : []
}

function joined(words: Json): string {
  return Array.isArray(words) ? textsIn(words).join(', ') : typeof words === 'string' ? words : ''
}
