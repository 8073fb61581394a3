import type { Draft } from '../event.js'
import { closeAnswered, closeOfHelper } from './asking.js'
import type { Deciding } from './deciding.js'
import type { PastTurn, SessionState } from './state.js'
import { textOf } from './text.js'
import { finalText } from './turn-text.js'

/** So many turns that are over are known by what their agent calls them. */
const MAX_PAST = 16

/** The state with one more turn that is over; one its agent has no id for is not looked for. */
export function withPastTurn(
  state: SessionState,
  { turnId, nativeId }: { turnId: string; nativeId: string | null },
  over: boolean,
): SessionState {
  if (nativeId === null || !isOwn(nativeId)) return state
  const others = state.pastTurns.filter((turn) => turn.turnId !== turnId)
  return { ...state, pastTurns: [...others, { turnId, nativeId, over }].slice(-MAX_PAST) }
}

/** Turns that are counted from 1 in each thread have ids that come again. */
function isOwn(nativeId: string): boolean {
  return nativeId.length >= 8
}

/** What an agent that goes on after the end of its turn begins with. */
const BEGINS = new Set<Draft['type']>([
  'turn_started',
  'user_message',
  'tool_call',
  'tool_call_start',
  'permission_requested',
  'question_requested',
])

/**
 * The turn that was over when this draft was told: one that is known, or an older one nobody told of. Undefined for
 * what belongs to the open turn, begins the next, or names no turn. Hooks of an agent run side by side and may be
 * told by way of a spool, so they come in any order.
 */
export function pastTurnOf(
  session: Deciding,
): PastTurn | { turnId: undefined; nativeId: string } | undefined {
  const { state, draft, driven } = session
  const native = draft.nativeTurnId
  if (driven || native === undefined || native === state.turn?.nativeId || !isOwn(native)) return undefined
  // A prompt that waited opens the next turn under the id of the one before.
  if (draft.type === 'user_message' && state.turn?.nativeId === null && !draft.late) return undefined
  const known = state.pastTurns.findLast(({ nativeId }) => nativeId === native)
  if (known) return goesOn(state, draft, known) ? undefined : known
  return isOlder(state, draft, native) ? { turnId: undefined, nativeId: native } : undefined
}

/** Whether a draft of a watched agent names a turn that is over. */
export function namesPastTurn({ state, draft, driven }: Deciding): boolean {
  return !driven && state.pastTurns.some(({ nativeId }) => nativeId === draft.nativeTurnId)
}

/**
 * An agent may go on after it said that it was done, as when a hook of its own sends it back to work; and Claude Code
 * tells a prompt that waited for the end of a turn under the id of that turn. What helpers do is not its own work.
 */
function goesOn({ turn, lastTurnId, ended }: SessionState, draft: Draft, known: PastTurn): boolean {
  const { type, late, data } = draft
  if (turn || late || ended || known.turnId !== lastTurnId || !BEGINS.has(type)) return false
  if (type === 'user_message' && isTimed(known.nativeId)) return false
  return data?.subagentId === undefined
}

/** Ids that hold the time tell which turn is older; else the clock of who saw it does. */
function isOlder({ turn, pastTurns }: SessionState, { occurredAt }: Draft, native: string): boolean {
  const newest = turn?.nativeId ?? pastTurns.at(-1)?.nativeId
  if (newest !== undefined && newest !== null && isTimed(newest) && isTimed(native)) {
    return native.toLowerCase() < newest.toLowerCase()
  }
  return turn !== null && turn.nativeId !== null && occurredAt !== undefined && occurredAt < turn.startedAt
}

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i

function isTimed(id: string): boolean {
  return UUID_V7.test(id)
}

/** Tells a draft under the turn it belongs to; what runs now is not touched by it. */
export function tellPast(session: Deciding, past: NonNullable<ReturnType<typeof pastTurnOf>>): void {
  const { draft } = session
  const turnId = past.turnId ?? `turn_${session.moment.newId()}`
  if (past.turnId === undefined) beginPast(session, turnId, past.nativeId)
  if (draft.type === 'turn_started') return
  if (ENDS.has(draft.type) && past.turnId !== undefined && past.over) {
    tellLastWords(session, turnId)
    return
  }
  if (CALL_ENDS.has(draft.type)) closeAnswered(session, textOf(draft.data?.toolCallId))
  session.say({ ...draft, turnId, data: told(session) })
  if (draft.type === 'subagent_stopped') closeOfHelper(session, textOf(draft.data?.subagentId))
  const requestId = ASKS.has(draft.type) ? textOf(session.decided.at(-1)?.event.data?.requestId) : ''
  if (requestId !== '') session.follow('request_closed', { requestId, reason: 'resolved_elsewhere' })
}

const ENDS = new Set<Draft['type']>(['turn_complete', 'turn_error'])
const CALL_ENDS = new Set<Draft['type']>(['tool_result', 'tool_error'])
const ASKS = new Set<Draft['type']>(['permission_requested', 'question_requested'])

function beginPast(session: Deciding, turnId: string, nativeId: string): void {
  const { draft } = session
  const own = draft.type === 'turn_started'
  const source = { ...draft.source, nativeId }
  const data = { ...(own ? draft.data : {}), past: true }
  session.say({ ...(own ? draft : {}), type: 'turn_started', turnId, source, data }, own)
}

/** A turn ends once: of one that was given up for the next, only what it came to is still to be told. */
function tellLastWords(session: Deciding, turnId: string): void {
  const { draft } = session
  const text = textOf(draft.data?.finalText) || textOf(draft.data?.message)
  if (text !== '') session.say({ ...draft, type: 'message_complete', turnId, data: { text } })
}

/** What the rules of these types would have put in. */
function told({ draft: { type, data = {} }, moment }: Deciding): NonNullable<Draft['data']> {
  if (ASKS.has(type)) return { ...data, requestId: textOf(data.requestId) || `req_${moment.newId()}` }
  if (type === 'user_message') return { ...data, itemId: textOf(data.itemId) || `item_${moment.newId()}` }
  if (type === 'turn_complete') return { ...data, ...finalText(textOf(data.finalText), null) }
  return data
}
