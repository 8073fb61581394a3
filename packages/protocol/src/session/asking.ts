import { SignalboxError } from '../errors.js'
import type { JsonObject } from '../event.js'
import { autonomyAnswer, questionRule } from './autonomy.js'
import { checkAnswers, questionsOf } from './check-answers.js'
import { settle, waited } from './closing.js'
import type { Deciding } from './deciding.js'
import { closeReason } from './requests.js'
import type { PendingRequest } from './state.js'
import { textOf } from './text.js'
import { ensureTurn } from './turns.js'

type Kind = PendingRequest['kind']

/** Who answers where no person was asked. */
const AUTONOMY = { userId: 'signalbox', via: 'autonomy' }

/** The agent asks: the session waits for a person, unless a rule or an earlier answer speaks for them. */
export function ask(session: Deciding, kind: Kind, data: JsonObject): void {
  const requestId = textOf(data.requestId) || `req_${session.moment.newId()}`
  if (session.state.requests.some((pending) => pending.requestId === requestId)) return
  if (!ensureTurn(session)) return
  session.say({ ...session.draft, data: { ...data, requestId } })
  const [request] = session.state.requests.slice(-1)
  if (request && answerByRule(session, request)) return
  session.moveTo('waiting', kind)
  const message = kind === 'permission' ? textOf(data.description) : textOf(questionsOf(data)[0]?.text)
  session.follow('attention_raised', { kind, since: session.state.ts, message, requestId })
}

/** What the profile decides is not asked any longer. Sessions watched from outside are never decided here. */
export function answerPending(session: Deciding): void {
  const answered = session.state.requests.filter((request) => answerByRule(session, request))
  for (const request of answered) settle(session, request, 'resolved')
  if (answered.length > 0) goOn(session, 'answered')
}

function answerByRule(session: Deciding, request: PendingRequest): boolean {
  if (!session.driven) return false
  const end = { requestId: request.requestId, by: AUTONOMY, waitedMs: waited(session, request) }
  if (request.kind === 'question') {
    const rule = questionRule(session.state)
    if (rule === undefined) return false
    session.follow('question_resolved', { ...end, answers: {}, dismissed: true, rule })
    return true
  }
  const answer = autonomyAnswer(session.state, request.data)
  if (!answer) return false
  session.follow('approval_resolved', { ...end, ...answer })
  return true
}

/** A permission is given or denied. */
export function resolvePermission(session: Deciding, data: JsonObject): void {
  end(session, 'permission', data, {})
}

/** Questions are answered or dismissed; a person's answers must fit them. */
export function resolveQuestion(session: Deciding, data: JsonObject): void {
  end(session, 'question', data, { answers: data.answers ?? {}, dismissed: data.dismissed === true })
}

/** A request ends without an answer from here. */
export function closeRequest(session: Deciding, data: JsonObject): void {
  end(session, undefined, data, { reason: closeReason(data.reason) })
}

function end(session: Deciding, kind: Kind | undefined, data: JsonObject, more: JsonObject): void {
  const id = textOf(data.requestId)
  const request = session.state.requests.find((pending) =>
    id === '' ? pending.kind === kind : pending.requestId === id,
  )
  if (!request) {
    endUnknown(session, { ...data, ...more })
    return
  }
  if (session.command) checkEnd(request, kind, data)
  const waitedMs = waited(session, request)
  session.say({ ...session.draft, data: { ...data, ...more, requestId: request.requestId, waitedMs } })
  const reason = kind === undefined ? closeReason(data.reason) : undefined
  settle(session, request, reason ?? 'resolved')
  // Of an agent elsewhere we only know that nobody here holds its request any more: it may wait as before.
  if (reason !== 'gateway_restarted') goOn(session, reason ?? 'answered')
}

/** Watched from outside, an answer may be the first we hear of a request; in a driven session there is none such. */
function endUnknown(session: Deciding, data: JsonObject): void {
  if (session.command) throw new SignalboxError('requestNotFound')
  if (session.driven) return
  const requestId = textOf(data.requestId) || `req_${session.moment.newId()}`
  session.say({ ...session.draft, data: { ...data, requestId } })
}

function checkEnd(request: PendingRequest, kind: Kind | undefined, data: JsonObject): void {
  if (kind !== undefined && request.kind !== kind) {
    const message = `request ${request.requestId} is a ${request.kind}, not a ${kind}`
    throw new SignalboxError('invalidMessage', message, { field: 'requestId' })
  }
  if (kind === 'question') checkAnswers(request.data, data)
}

function goOn(session: Deciding, reason: string): void {
  if (session.state.requests.length === 0 && session.state.turn) session.moveTo('running', reason)
}
