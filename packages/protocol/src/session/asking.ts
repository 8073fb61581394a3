import { SignalboxError } from '../errors.js'
import type { JsonObject } from '../event.js'
import { autonomyAnswer, questionRule } from './autonomy.js'
import { callAskedFor, mayBeAbout } from './call-asked-for.js'
import { checkAnswers, questionsOf } from './check-answers.js'
import { settle, waited } from './closing.js'
import type { Deciding } from './deciding.js'
import { closeReason } from './requests.js'
import type { PendingRequest } from './state.js'
import { cutUtf8, textOf } from './text.js'
import { ensureTurn } from './turns.js'

type Kind = PendingRequest['kind']

/** Who answers where no person was asked. */
const AUTONOMY = { userId: 'signalbox', via: 'autonomy' }

/** The agent asks: the session waits for a person, unless a rule or an earlier answer speaks for them. */
export function ask(session: Deciding, kind: Kind, data: JsonObject): void {
  const requestId = textOf(data.requestId) || `req_${session.moment.newId()}`
  const { driven, state } = session
  if (state.requests.some((pending) => pending.requestId === requestId)) return
  // The id of a hook is made of its call; that of another source may count from nought again.
  const isOfCall = kind === 'permission' && session.draft.source.via === 'hook'
  if (!driven && isOfCall && state.settled.includes(requestId)) return
  const asked = { ...bounded(data), ...calledFor(session, data), requestId }
  if (isAskedAlready(session, asked) || !ensureTurn(session)) return
  makeRoom(session)
  session.say({ ...session.draft, data: asked })
  const [request] = session.state.requests.slice(-1)
  if (request && (closeLate(session, request) || answerByRule(session, request))) return
  session.moveTo('waiting', kind)
  const message = kind === 'permission' ? textOf(data.description) : textOf(questionsOf(data)[0]?.text)
  const brief = message.slice(0, LONGEST_MESSAGE)
  session.follow('attention_raised', { kind, since: session.state.ts, message: brief, requestId })
}

/** Of what attention is for; the whole is in the request. */
const LONGEST_MESSAGE = 2000
/** The texts of a request are part of the state, and told with each change of it: longer ones are nobody's to read. */
const LONGEST: Readonly<Record<string, number>> = {
  description: 32 * 1024,
  toolName: 200,
  approvalType: 200,
  reason: 4096,
}

function bounded(data: JsonObject): JsonObject {
  const cut = Object.entries(LONGEST).filter(([name, most]) => textOf(data[name]).length > most)
  if (cut.length === 0) return data
  return {
    ...data,
    ...Object.fromEntries(cut.map(([name, most]) => [name, cutUtf8(textOf(data[name]), most)])),
  }
}

/** More than a person can answer waits for nobody: each is kept in the state, and the state with each event. */
const MAX_PENDING = 100

function makeRoom(session: Deciding): void {
  const [oldest] = session.state.requests
  if (!oldest || session.state.requests.length < MAX_PENDING) return
  const { requestId } = oldest
  session.follow('request_closed', { requestId, reason: 'withdrawn', waitedMs: waited(session, oldest) })
  settle(session, oldest, 'withdrawn')
}

/** The call of a watched agent that a permission is about, where the agent does not say: the one it just began. */
function calledFor({ driven, state }: Deciding, data: JsonObject): JsonObject {
  if (driven || data.toolCallId !== undefined || !state.turn) return {}
  const pending = new Set(state.requests.map((request) => textOf(request.data.toolCallId)))
  const settled = new Set(state.settled)
  const toolCallId = callAskedFor(state.turn.toolCalls, data, { pending, settled })
  return toolCallId === undefined ? {} : { toolCallId }
}

/** Two sources of a watched agent may ask about the same call, or one of them twice. */
function isAskedAlready({ driven, state }: Deciding, { toolCallId }: JsonObject): boolean {
  if (driven || typeof toolCallId !== 'string') return false
  return (
    state.settled.includes(toolCallId) || state.requests.some(({ data }) => data.toolCallId === toolCallId)
  )
}

/** What is told after the fact was asked in a terminal, and nobody here can answer it. */
function closeLate(session: Deciding, { requestId }: PendingRequest): boolean {
  if (!session.draft.late) return false
  session.follow('request_closed', { requestId, reason: 'resolved_elsewhere' })
  return true
}

/** Whether the same one speaks: the agent, or one of its helpers. */
function isOneOfUs(asked: JsonObject, told: JsonObject = {}): boolean {
  return asked.subagentId === told.subagentId
}

/** A helper of the agent is done, so it asks nothing any more. */
export function closeOfHelper(session: Deciding, subagentId: string): void {
  if (subagentId === '') return
  for (const request of session.state.requests) {
    if (request.data.subagentId === subagentId) closeElsewhere(session, request)
  }
}

/** A call of a watched agent ended, so what was asked about it has been answered elsewhere. */
export function closeAnswered(session: Deciding, toolCallId: string): void {
  if (session.driven || toolCallId === '') return
  const call = session.state.turn?.toolCalls.find((known) => known.toolCallId === toolCallId)
  const asked = session.state.requests.filter(({ data }) =>
    data.toolCallId === undefined
      ? isOneOfUs(data, session.draft.data) && mayBeAbout(call, data)
      : data.toolCallId === toolCallId,
  )
  for (const request of asked) closeElsewhere(session, request)
}

function closeElsewhere(session: Deciding, request: PendingRequest): void {
  const { requestId } = request
  const reason = 'resolved_elsewhere'
  session.follow('request_closed', { requestId, reason, waitedMs: waited(session, request) })
  settle(session, request, reason)
  goOn(session, reason)
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
  // An agent of ours is answered by people and rules, never by word of somebody else.
  if (session.driven && !session.command && kind !== undefined) return
  const request = session.state.requests.find(isMeant(kind, data))
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

/** A request is known by its id, by the call it is about, or by being the one that waits. */
function isMeant(kind: Kind | undefined, data: JsonObject): (pending: PendingRequest) => boolean {
  const [id, call] = [textOf(data.requestId), textOf(data.toolCallId)]
  if (id !== '') return ({ requestId }) => requestId === id
  if (call !== '') return (pending) => pending.data.toolCallId === call
  return (pending) => pending.kind === kind
}

/** Watched from outside, an answer may be the first we hear of a request; in a driven session there is none such. */
function endUnknown(session: Deciding, data: JsonObject): void {
  if (session.command) throw new SignalboxError('requestNotFound')
  const [asked, call] = [textOf(data.requestId), textOf(data.toolCallId)]
  // It was told already, or nobody was asked about the call: there is no answer to tell.
  if (session.driven || session.state.settled.includes(asked) || (asked === '' && call !== '')) return
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
