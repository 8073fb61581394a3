import type { Json, JsonObject } from '../../event.js'
import type { Plan } from '../../registry/shapes.js'
import type { Growing } from './growing.js'
import { timeIn } from './ids.js'
import type { HeardEvent } from './line.js'

/** What a person said and the agent has not taken yet. */
export interface InputNote {
  id: string
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
  /** It is there because something was printed: no call was told, so no result will be. */
  printed: boolean
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
  /** Its end was told; calls of it may still end. */
  over: boolean
  text?: Growing
  thought?: Growing
  answered: boolean
  /** What was said to the agent in the middle of the turn has reached it. */
  steered: boolean
  calls: Map<string, CallNote>
  endedCalls: Set<string>
  stopReason?: string
}

/** What is to be known of a session to tell the rest of it. */
export interface SessionNotes {
  sessionId: string
  /** It was heard from its first event on: what is not known of it was never told. */
  whole: boolean
  archived: boolean
  /** Watched from outside, and its agent is gone. */
  gone: boolean
  heardAt: number
  /** The last number of a durable event. */
  durableSeq: number
  /** The reader has seen everything up to here. */
  resumedSeq: number
  inputs: InputNote[]
  turns: Map<string, TurnNotes>
  requests: Map<string, RequestNote>
  plan?: PlanNote
}

export function newSessionNotes(sessionId: string): SessionNotes {
  return {
    sessionId,
    whole: false,
    archived: false,
    gone: false,
    heardAt: 0,
    durableSeq: 0,
    resumedSeq: 0,
    inputs: [],
    turns: new Map(),
    requests: new Map(),
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
    endedCalls: new Set(),
  }
}

/** Agents tell of past turns too, but not of many at once. */
const MOST_TURNS = 8
const MOST_INPUTS = 1000
const MOST_REQUESTS = 200
const MOST_CALLS = 1000

/** The notes of the turn an event belongs to. */
export function turnIn(session: SessionNotes, turnId: string | undefined, heardAt: number): TurnNotes {
  const key = turnId ?? ''
  const known = session.turns.get(key)
  if (known) return known
  const turn = newTurnNotes(turnId, heardAt)
  session.turns.set(key, turn)
  keepLast(session.turns, MOST_TURNS)
  return turn
}

/** A turn is over: it is forgotten, but for calls that may still end. */
export function closeTurnIn(session: SessionNotes, turn: TurnNotes): void {
  turn.over = true
  turn.endedCalls.clear()
  if (turn.calls.size === 0) session.turns.delete(turn.turnId ?? '')
}

export function noteInput(session: SessionNotes, input: InputNote): void {
  session.inputs.push(input)
  if (session.inputs.length > MOST_INPUTS) session.inputs.shift()
}

export function noteRequest(session: SessionNotes, requestId: string, request: RequestNote): void {
  session.requests.set(requestId, request)
  keepLast(session.requests, MOST_REQUESTS)
}

export function noteCall(turn: TurnNotes, callId: string, call: CallNote): void {
  turn.endedCalls.delete(callId)
  turn.calls.set(callId, call)
  keepLast(turn.calls, MOST_CALLS)
}

export function noteCallEnded(turn: TurnNotes, callId: string): void {
  turn.calls.delete(callId)
  if (turn.over) return
  turn.endedCalls.add(callId)
  keepLast(turn.endedCalls, MOST_CALLS)
}

function keepLast<K>(
  all: { size: number; keys(): Iterator<K>; delete(key: K): boolean },
  most: number,
): void {
  if (all.size <= most) return
  const oldest = all.keys().next()
  if (!oldest.done) all.delete(oldest.value)
}
