import { SignalboxError } from '../errors.js'
import type { Draft, JsonObject } from '../event.js'
import { closeRequests } from './closing.js'
import type { Deciding } from './deciding.js'
import { nameAfterPrompt } from './naming-session.js'
import { namesPastTurn } from './past-turns.js'
import { refuseTurn } from './refuse-turn.js'
import { MAX_SEGMENT_BYTES, piecesOf, textOf } from './text.js'
import { finalText, inSegments, toldSegment } from './turn-text.js'

const ERROR_CODES = ['AGENT_ERROR', 'AGENT_DISCONNECTED', 'AGENT_TIMEOUT']

/** A turn begins. In a driven session only a command begins one. */
export function startTurn(session: Deciding): void {
  const { turn } = session.state
  const native = session.draft.nativeTurnId
  if (session.command) refuseTurn(session.state.meta)
  if (session.command && turn) throw new SignalboxError('turnInProgress')
  if (session.driven && !session.command) return
  if (turn && native !== undefined && turn.nativeId === native) return
  endOpenTurn(session, 'superseded')
  // The id of a turn that is over is not that of the next: the agent tells it with what comes then.
  openTurn(session, namesPastTurn(session) ? null : undefined)
}

/** A turn begins that the agent has told no id of. */
export function beginUnnamed(session: Deciding): void {
  openTurn(session, null)
}

function openTurn(session: Deciding, nativeId: string | null = session.draft.nativeTurnId ?? null): void {
  const { draft, driven } = session
  session.moveTo('ready', driven ? undefined : 'observed')
  const own = draft.type === 'turn_started'
  const started: Draft = {
    ...(own ? draft : {}),
    type: 'turn_started',
    turnId: draft.turnId ?? `turn_${session.moment.newId()}`,
    source: nativeId === null ? draft.source : { ...draft.source, nativeId },
    data: (own ? draft.data : undefined) ?? {},
  }
  session.say(started, own)
  session.moveTo('running', 'turn_started')
}

/**
 * Whether the turn this draft belongs to is open now. In an observed session it always is, whatever was before; in a
 * driven one a turn is never made up for what comes late.
 */
export function ensureTurn(session: Deciding): boolean {
  const { turn } = session.state
  if (session.driven) return turn !== null
  const native = session.draft.nativeTurnId
  if (turn && (native === undefined || turn.nativeId === null || turn.nativeId === native)) return true
  endOpenTurn(session, 'superseded')
  openTurn(session)
  return true
}

/** The turn ends because something else shows that it must have. */
export function endOpenTurn(session: Deciding, stopReason: string): void {
  closeRequests(session, 'withdrawn', stopReason === 'superseded')
  const { turn } = session.state
  if (!turn) return
  session.follow('turn_complete', { ...finalText('', turn), stopReason })
  session.moveTo('ready', stopReason)
  nameAfterPrompt(session)
}

/** The turn ends as its agent says. */
export function completeTurn(session: Deciding, data: JsonObject): void {
  if (!ensureTurn(session)) return
  const stopReason = textOf(data.stopReason) || undefined
  // An agent that goes on by itself has had its answer elsewhere; one we drive can have it from here only.
  const withdrawn = session.driven || stopReason === 'user_stopped'
  const helpersWork = Number(data.backgroundTasks ?? 0) > 0
  closeRequests(session, withdrawn ? 'withdrawn' : 'resolved_elsewhere', helpersWork)
  const { finalText: told, truncated: _truncated, bytes: _bytes, ...rest } = data
  const text = finalText(textOf(told), session.state.turn)
  session.say({ ...session.draft, data: { ...rest, ...text } })
  session.moveTo('ready', stopReason ?? 'turn_complete')
  nameAfterPrompt(session)
}

/** The turn breaks; in a driven session also before there was one. */
export function failTurn(session: Deciding, data: JsonObject): void {
  if (!session.driven) ensureTurn(session)
  const inTurn = session.state.turn !== null
  const code = ERROR_CODES.find((known) => known === data.code) ?? 'AGENT_ERROR'
  closeRequests(session, 'withdrawn')
  session.say({ ...session.draft, data: { ...data, message: textOf(data.message), code } })
  session.moveTo('error', code)
  if (inTurn) nameAfterPrompt(session)
}

/** A piece of the answer. One that would make the segment too long begins the next. */
export function tellText(session: Deciding, data: JsonObject): void {
  const text = textOf(data.text)
  if (text === '' || !ensureTurn(session) || !session.state.turn) return
  inSegments(session.state.turn, text).forEach(({ piece, cut }, index) => {
    if (cut) session.cutText()
    sayPiece(session, data, piece, index)
  })
}

/** A finished message. Where it was told piece by piece, what was told is what was said. */
export function tellMessage(session: Deciding, data: JsonObject): void {
  const told = textOf(data.text)
  if ((told === '' && !session.state.turn?.segment) || !ensureTurn(session)) return
  const segment = toldSegment(session.state.turn)
  if (segment) {
    session.say({ ...session.draft, data: { ...data, ...segment } })
    return
  }
  // Where a text began is ours to say.
  const { fromSeq: _fromSeq, ...rest } = data
  piecesOf(told, MAX_SEGMENT_BYTES).forEach((piece, index) => {
    sayPiece(session, 'fromSeq' in data ? rest : data, piece, index)
  })
}

/** What the sender said about the whole goes with the first piece. */
function sayPiece(session: Deciding, data: JsonObject, piece: string, index: number): void {
  const { type, source } = session.draft
  const whole = index === 0 && piece === data.text && data === session.draft.data
  if (whole) session.say(session.draft)
  else session.say({ ...(index === 0 ? session.draft : { type, source }), data: { ...data, text: piece } })
}
