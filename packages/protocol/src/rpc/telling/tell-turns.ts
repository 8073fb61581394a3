import type { JsonObject } from '../../event.js'
import { textOf } from '../../session/text.js'
import type { RpcNotificationName } from '../notifications.js'
import { derivedUuid, isoTime, threadId } from './ids.js'
import { closeTurnIn, type TurnNotes, turnIn } from './notes.js'
import { endCalls } from './tell-calls.js'
import { endText, endThought, failInputs, sayWhole, takeInputs } from './tell-talk.js'
import type { Telling } from './telling.js'

type TurnMethod = Extract<RpcNotificationName, `turn/${string}`>

const STATES: Readonly<Record<TurnMethod, string>> = {
  'turn/started': 'active',
  'turn/completed': 'completed',
  'turn/interrupted': 'interrupted',
}

/** Ends that are none of the agent's own, and why where it is not a person who stopped it. */
const INTERRUPTIONS: ReadonlyMap<string, string> = new Map([
  ['user_stopped', ''],
  ['interrupted', ''],
  ['cancelled', ''],
  ['aborted', ''],
  ['superseded', 'the next turn began'],
  ['ended', 'the session ended'],
])

export function startTurn(telling: Telling): void {
  const { turn } = telling
  if (turn.turnId === undefined) return
  turn.began = true
  sayTurn(telling, 'turn/started', turn)
}

/** Why a person stopped the turn; told with its end. */
export function noteStop({ turn, data }: Telling): void {
  turn.stopReason = textOf(data.reason)
}

/** What was said in the middle of the turn is with the agent before it is told as said. */
export function noteSteer({ turn }: Telling): void {
  turn.steered = true
}

export function completeTurn(telling: Telling): void {
  const { turn, data, event } = telling
  if (turn.turnId === undefined) return
  const why = INTERRUPTIONS.get(textOf(data.stopReason))
  // Also of a turn that was stopped: the agent had them.
  takeInputs(telling)
  endItems(telling, turn, Number(data.backgroundTasks ?? 0) > 0)
  const finalText = textOf(data.finalText)
  // Of a turn whose beginning was not heard, its text may have been told.
  if (turn.began && !turn.answered && finalText.trim() !== '') sayWhole(telling, 'final', finalText)
  if (why === undefined) sayTurn(telling, 'turn/completed', turn, { completed_at: isoTime(event.ts) })
  else sayTurn(telling, 'turn/interrupted', turn, { message: interrupted(turn.stopReason || why) })
  closeTurnIn(telling.session, turn)
}

/** A turn that broke; one that never began is told from its beginning, so that it has an end. */
export function failTurn(telling: Telling): void {
  const { data, session, event } = telling
  const turn = turnIn(session, event.turnId ?? unbegun(telling), event.ts, false)
  if (!turn.began && !turn.over) sayTurn(telling, 'turn/started', turn)
  failInputs(telling)
  endItems(telling, turn, false)
  const code = textOf(data.code) || 'AGENT_ERROR'
  sayTurn(telling, 'turn/interrupted', turn, {
    message: `Turn failed: ${textOf(data.message) || code}`,
    error: { code },
  })
  closeTurnIn(session, turn)
}

/** The id of a turn that broke before it had one. */
function unbegun({ event: { sessionId, seq, ts } }: Telling): string {
  return `turn_${derivedUuid(ts, `${sessionId}|turn|${seq}`)}`
}

function interrupted(why: string): string {
  return why === '' ? 'Turn interrupted' : `Turn interrupted: ${why}`
}

/** What is still open of a turn ends with it; tasks it left in the background go on. */
function endItems(telling: Telling, turn: TurnNotes, background: boolean): void {
  endThought(telling, turn)
  endText(telling, turn)
  if (!background) endCalls(telling, turn)
}

function sayTurn(telling: Telling, method: TurnMethod, turn: TurnNotes, more: JsonObject = {}): void {
  const { sessionId } = telling.event
  telling.say(method, () => ({
    turn_id: turn.turnId ?? '',
    state: STATES[method],
    thread_id: threadId(sessionId),
    started_at: isoTime(turn.startedAt),
    ...more,
  }))
}
