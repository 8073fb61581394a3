import { SignalboxError } from '../errors.js'
import type { Draft, JsonObject } from '../event.js'
import { type EventType, rowOf } from '../registry/registry.js'
import { SESSION_STATUSES, type SessionMeta, type SessionStatus } from '../registry/shapes.js'
import {
  answerPending,
  ask,
  closeAnswered,
  closeOfHelper,
  closeRequest,
  resolvePermission,
  resolveQuestion,
} from './asking.js'
import { type Decided, Deciding, type Moment } from './deciding.js'
import { seeStale, tellGlance } from './glance.js'
import { takeTitle } from './naming-session.js'
import { clearWhenGoingOn, notify } from './needing.js'
import { namesPastTurn, pastTurnOf, tellPast } from './past-turns.js'
import { refuseTurn } from './refuse-turn.js'
import { isStale, MAX_CWD, type SessionState } from './state.js'
import { textOf } from './text.js'
import { canMove } from './transitions.js'
import {
  beginUnnamed,
  completeTurn,
  endOpenTurn,
  ensureTurn,
  failTurn,
  startTurn,
  tellMessage,
  tellText,
} from './turns.js'
import { isWorking } from './working.js'

/** What one draft leads to: the events in order, and the state after them. */
export interface Decision {
  state: SessionState
  decided: Decided[]
}

/**
 * The decider: what happens to a session when this draft comes in. Pure.
 * An observed happening is never refused: what must have come before it is put in, with reason `observed`.
 * A happening of a driven session belongs to a turn a command began: what comes outside of it, or late, is dropped.
 * A command that does not fit the state throws a SignalboxError and nothing happens.
 */
export function decide(state: SessionState, draft: Draft, moment: Moment, command = false): Decision {
  const session = new Deciding(state, draft, moment, command)
  const past = pastTurnOf(session)
  if (past && rowOf(draft.type).turn !== undefined) tellPast(session, past)
  else if (!isLate(session)) {
    const rule = RULES[draft.type]
    if (rule) rule(session, draft.data ?? {})
    else sayAsTold(session)
    if (state.attention.length > 0) clearWhenGoingOn(session, state.attention)
    goOnWorking(session)
  }
  tellGlance(session, state)
  const { startedAt } = moment
  if (session.decided.length > 0)
    session.tellMeta(isStale(state, startedAt) && !isStale(session.state, startedAt))
  return { state: session.state, decided: session.decided }
}

/** A watched agent that works waits for nobody, whatever became of what it asked. */
function goOnWorking(session: Deciding): void {
  const { driven, draft, state } = session
  if (driven || state.meta.status !== 'waiting' || state.requests.length > 0 || !state.turn) return
  if (isWorking(draft.type)) session.moveTo('running', 'observed')
}

/** What a driven agent tells of a turn that is over; what the turn has cost may well be told then. */
function isLate({ draft, driven, command, state }: Deciding): boolean {
  if (!driven || command || draft.turnId === undefined) return false
  if (rowOf(draft.type).turn === undefined || TOLD_LATE.has(draft.type)) return false
  if (draft.turnId === state.turn?.turnId) return false
  // One that breaks while its agent is started has not begun yet.
  return !(draft.type === 'turn_error' && state.meta.status === 'activating')
}

const TOLD_LATE: ReadonlySet<EventType> = new Set(['usage_update', 'usage_context'])

type Rule = (session: Deciding, data: JsonObject) => void

const RULES: Partial<Record<EventType, Rule>> = {
  session_created: (session) => session.sayMeta('session_created', {}),
  session_updated: (session, data) =>
    session.sayMeta('session_updated', stillTrue(session, metaIn(session, data))),
  session_archived: (session) =>
    session.state.meta.archived || session.sayMeta('session_archived', { archived: true }),
  session_unarchived: (session) =>
    session.state.meta.archived && session.sayMeta('session_unarchived', { archived: false }),
  session_paused: (session) =>
    session.state.meta.paused === true || session.sayMeta('session_paused', { paused: true }),
  session_resumed: (session) =>
    session.state.meta.paused === true && session.sayMeta('session_resumed', { paused: false }),
  session_state: moveSession,
  'thread.name_delta': (session) => session.state.namedBy === 'person' || session.say(session.draft),
  'thread.name_complete': (session, data) => takeTitle(session, textOf(data.name)),
  autonomy_profile_updated: (session) => {
    session.say(session.draft)
    answerPending(session)
  },

  turn_started: startTurn,
  turn_complete: completeTurn,
  turn_error: failTurn,
  text_delta: tellText,
  message_complete: tellMessage,
  stop_acknowledged: inOpenTurn,
  steer_sent: inOpenTurn,
  user_message: (session, data) => {
    // The agent has another id for the turn this begins; it tells it with what comes next.
    if (!session.state.turn && namesPastTurn(session)) beginUnnamed(session)
    const itemId = textOf(data.itemId) || `item_${session.moment.newId()}`
    session.say({ ...session.draft, data: { ...data, itemId } })
  },

  permission_requested: (session, data) => ask(session, 'permission', data),
  question_requested: (session, data) => ask(session, 'question', data),
  approval_resolved: resolvePermission,
  question_resolved: resolveQuestion,
  request_closed: closeRequest,

  agent_notification: notify,
  watch_state: seeStale,

  subagent_stopped: (session, data) => {
    session.say(session.draft)
    if (!session.driven) closeOfHelper(session, textOf(data.subagentId))
  },

  tool_result: endCall,
  tool_error: endCall,
}

/** Every other type changes no turn of its own; one that belongs to a turn opens it where nobody has yet. */
function sayAsTold(session: Deciding): void {
  if (rowOf(session.draft.type).turn === 'required' && !ensureTurn(session)) return
  session.say(session.draft)
}

/** A call that ended was allowed, by whomever. */
function endCall(session: Deciding, data: JsonObject): void {
  closeAnswered(session, textOf(data.toolCallId))
  sayAsTold(session)
}

function inOpenTurn(session: Deciding): void {
  if (session.command && !session.state.turn) throw new SignalboxError('noActiveTurn')
  sayAsTold(session)
}

/** Whether something was heard of the session since what this tells after the fact. */
function isOutdated({ draft: { late, occurredAt = 0 }, state }: Deciding): boolean {
  return late === true && occurredAt < state.heardAt
}

/** Of what is told after the fact only what nobody has told since: the agent may run elsewhere by now. */
function stillTrue(session: Deciding, change: Partial<SessionMeta>): Partial<SessionMeta> {
  if (!isOutdated(session)) return change
  const { process, cwd, ...rest } = change
  const { meta } = session.state
  return {
    ...rest,
    ...(process && !meta.process ? { process } : {}),
    ...(cwd !== undefined && meta.cwd === null ? { cwd } : {}),
  }
}

const IN_TURN: ReadonlySet<SessionStatus> = new Set(['running', 'waiting'])

function moveSession(session: Deciding, data: JsonObject): void {
  const target = SESSION_STATUSES.find((status) => status === data.state)
  if (session.command) checkMove(session, target)
  if (!target) return
  if (isOutdated(session)) {
    // An earlier process of the session came or went; the one that runs now is not touched by it.
    if (target === 'inactive')
      session.follow('session_ended', { reason: textOf(data.reason) || 'session_end' })
    return
  }
  // A start that is told after the first prompt: the session is ready when the turn ends.
  if (target === 'ready' && session.state.turn) return
  if (session.driven && !session.command && IN_TURN.has(target)) return
  if (!IN_TURN.has(target)) endOpenTurn(session, 'ended')
  session.moveTo(target, textOf(data.reason) || undefined)
}

function checkMove(session: Deciding, target: SessionStatus | undefined): void {
  const from = session.state.meta.status
  if (!target) throw new SignalboxError('invalidMessage', 'not a state', { field: 'state' })
  if (target === 'ready' && session.state.turn) throw new SignalboxError('turnInProgress')
  // An agent is started for a turn, and here there can be none.
  if (target === 'activating') refuseTurn(session.state.meta)
  // A broken session is started again by way of inactive. It runs and waits by its turns and requests alone.
  const restart = from === 'error' && target === 'activating'
  if (from !== target && !restart && (IN_TURN.has(target) || !canMove(from, target))) {
    throw new SignalboxError('invalidTransition', `a session that is ${from} cannot become ${target}`)
  }
}

/** A number of a process says nothing new where more is known of that process. */
function metaIn({ state }: Deciding, data: JsonObject): Partial<SessionMeta> {
  const { process, ...told } = data as Partial<SessionMeta>
  const rest = typeof told.cwd === 'string' ? { ...told, cwd: told.cwd.slice(0, MAX_CWD) } : told
  const known = process !== undefined && process.host === undefined && process.pid === state.meta.process?.pid
  return process === undefined || known ? rest : { ...rest, process }
}
