import type { Json, JsonObject } from '../../event.js'
import type { Plan } from '../../registry/shapes.js'
import type { Growing } from './growing.js'
import { timeIn } from './ids.js'
import type { HeardEvent } from './line.js'

/** What a person said and the agent has not taken yet. */
export interface InputNote {
  id: string
  /** It may have been told that the agent has it. */
  mayBeTaken?: true
  turnId: string | undefined
}

/** A call that has not ended. */
export interface CallNote {
  id: string
  turnId: string | undefined
  first: HeardEvent
  type: 'command' | 'tool_call'
  name: string
  args: Json
  /** About how many bytes these are. */
  size: number
  output?: Growing
  exitCode?: number
  /** It is there because of what it did: the call itself was not told. */
  untold: boolean
}

/** A call that has ended. Agents may tell it after what came of it: then that is told with it. */
export interface EndedCall {
  untold?: { status: 'completed' | 'failed'; result: JsonObject }
}

export interface RequestNote {
  id: string
  turnId: string | undefined
  kind: 'permission' | 'question'
  data: JsonObject
}

export interface PlanNote {
  id: string
  turnId: string | undefined
  first: HeardEvent
  plan: Plan
  /** The last step that was told since the plan itself was; steps are in no replay. */
  step?: HeardEvent
}

/** What is to be known of a turn to tell the rest of it. */
export interface TurnNotes {
  turnId: string | undefined
  startedAt: number
  /** Its beginning was heard: what is not known of it was never told. */
  began: boolean
  /** Its end was told. Of a watched agent, more may be told of it yet; pieces are not, as they lead to nothing. */
  over: boolean
  text?: Growing
  thought?: Growing
  answered: boolean
  /** What was said to the agent in the middle of the turn has reached it. */
  steered: boolean
  calls: Map<string, CallNote>
  endedCalls: Map<string, EndedCall>
  /** How many commands ended that nobody had called. */
  uncalled: number
  stopReason?: string
}

/** What is to be known of a session to tell the rest of it. */
export interface SessionNotes {
  sessionId: string
  /** It was heard from its first event on: what is not known of it was never told. */
  whole: boolean
  /** Signalbox runs its agent: of a turn that is over nothing more is told. */
  driven: boolean
  archived: boolean
  /** Watched from outside, and its agent is gone. */
  gone: boolean
  heardAt: number
  /** The last number that was heard, and the last of a durable event. */
  seq: number
  durableSeq: number
  /** The reader has seen everything up to here. */
  resumedSeq: number
  inputs: InputNote[]
  turns: Map<string, TurnNotes>
  requests: Map<string, RequestNote>
  plans: Map<string, PlanNote>
}

/** The notes of a session, which begin here where there are none. */
export function sessionIn(sessions: Map<string, SessionNotes>, sessionId: string): SessionNotes {
  const known = sessions.get(sessionId)
  if (known) return known
  const session = newSessionNotes(sessionId)
  sessions.set(sessionId, session)
  return session
}

function newSessionNotes(sessionId: string): SessionNotes {
  return {
    sessionId,
    whole: false,
    driven: false,
    archived: false,
    gone: false,
    heardAt: 0,
    seq: 0,
    durableSeq: 0,
    resumedSeq: 0,
    inputs: [],
    turns: new Map(),
    requests: new Map(),
    plans: new Map(),
  }
}

function newTurnNotes(turnId: string | undefined, heardAt: number): TurnNotes {
  return {
    turnId,
    startedAt: (turnId === undefined ? undefined : timeIn(turnId)) ?? heardAt,
    began: false,
    over: false,
    answered: false,
    steered: false,
    calls: new Map(),
    endedCalls: new Map(),
    uncalled: 0,
  }
}

/** Agents tell of past turns too, but not of many. */
const MOST_TURNS = 4
const MOST_INPUTS = 1000
const MOST_REQUESTS = 200
const MOST_PLANS = 4
const MOST_CALLS = 100
/** Of a turn that is over. */
const MOST_OVER_CALLS = 50

/** The notes of the turn an event belongs to. For a piece, which is in no replay, no other turn is forgotten. */
export function turnIn(
  session: SessionNotes,
  turnId: string | undefined,
  heardAt: number,
  isPiece: boolean,
): TurnNotes {
  const key = turnId ?? ''
  const known = session.turns.get(key)
  if (known) return known
  const turn = newTurnNotes(turnId, heardAt)
  if (isPiece && session.turns.size >= MOST_TURNS) return { ...turn, over: true }
  if (session.turns.size >= MOST_TURNS) forgetTurn(session.turns)
  session.turns.set(key, turn)
  return turn
}

/** The oldest that is over; the oldest of all where none is. */
function forgetTurn(turns: Map<string, TurnNotes>): void {
  const keys = [...turns.keys()]
  const forgotten = keys.find((key) => turns.get(key)?.over === true) ?? keys[0]
  if (forgotten !== undefined) turns.delete(forgotten)
}

/** A turn is over: it is forgotten, but for what may still be told of it. */
export function closeTurnIn(session: SessionNotes, turn: TurnNotes): void {
  turn.over = true
  if (session.driven && turn.calls.size === 0) session.turns.delete(turn.turnId ?? '')
  keepLast(turn.calls, MOST_OVER_CALLS)
  keepLast(turn.endedCalls, MOST_OVER_CALLS)
}

export function noteInput(session: SessionNotes, input: InputNote): void {
  session.inputs.push(input)
  if (session.inputs.length > MOST_INPUTS) session.inputs.shift()
}

export function noteRequest(session: SessionNotes, requestId: string, request: RequestNote): void {
  session.requests.set(requestId, request)
  keepLast(session.requests, MOST_REQUESTS)
}

export function notePlan(session: SessionNotes, plan: PlanNote): void {
  session.plans.set(plan.plan.planId, plan)
  keepLast(session.plans, MOST_PLANS)
}

export function noteCall(turn: TurnNotes, callId: string, call: CallNote): void {
  turn.endedCalls.delete(callId)
  turn.calls.set(callId, call)
  keepLast(turn.calls, MOST_CALLS)
}

export function noteCallEnded(turn: TurnNotes, callId: string, ended: EndedCall): void {
  turn.calls.delete(callId)
  turn.endedCalls.set(callId, ended)
  keepLast(turn.endedCalls, turn.over ? MOST_OVER_CALLS : MOST_CALLS)
}

function keepLast(all: Map<string, unknown>, most: number): void {
  for (const oldest of all.keys()) {
    if (all.size <= most) return
    all.delete(oldest)
  }
}
