import type { Draft, JsonObject } from '../event.js'
import type { EventType } from '../registry/registry.js'
import type { SessionMeta } from '../registry/shapes.js'
import { decide } from './decide.js'
import { type Folded, fold } from './fold.js'
import { emptyState, type SessionState } from './state.js'

export const META: SessionMeta = {
  id: 's',
  tenantId: 'local',
  name: null,
  agentType: 'unknown',
  status: 'inactive',
  archived: false,
  createdAt: 1,
  updatedAt: 1,
  lastActivityAt: null,
  origin: 'observed',
  cwd: null,
  aliases: [],
}
export const SOURCE = { agent: 'test', via: 'test' }
/** A person, as commands name them. */
export const BY = { userId: 'u', via: 'ws' }
/** A clock that also steps back. */
const CLOCK = [1000, 1005, 990, 1010, 1010, 400, 1020]

export function draftOf(type: EventType, data: JsonObject = {}, nativeTurnId?: string): Draft {
  return { type, source: SOURCE, data, ...(nativeTurnId === undefined ? {} : { nativeTurnId }) }
}

/** One step of a story: something that happens, or that a person commands. */
export interface Step {
  draft: Draft
  command: boolean
}

export const happens = (type: EventType, data: JsonObject = {}, more: Partial<Draft> = {}): Step => ({
  draft: { ...draftOf(type, data), ...more },
  command: false,
})
export const commanded = (type: EventType, data: JsonObject = {}, more: Partial<Draft> = {}): Step => ({
  draft: { ...draftOf(type, data), ...more },
  command: true,
})

export interface Played {
  state: SessionState
  events: Folded[]
  /** Before the first event, and after each. */
  states: SessionState[]
}

/** Plays steps one after the other, as the writer does. */
export function tell(steps: readonly Step[], start: SessionState = emptyState(META)): Played {
  let counter = start.seq
  let state = start
  const events: Folded[] = []
  const states = [state]
  for (const [index, { draft, command }] of steps.entries()) {
    const moment = { now: CLOCK[index % CLOCK.length] ?? 0, newId: () => `id${++counter}` }
    const decision = decide(state, draft, moment, command)
    for (const { event } of decision.decided) {
      events.push(event)
      states.push(fold(states.at(-1) ?? state, event))
    }
    state = decision.state
  }
  return { state, events, states }
}

export function play(drafts: readonly Draft[], command = false): Played {
  return tell(drafts.map((draft) => ({ draft, command })))
}

/** A session that Signalbox drives, ready for its first turn. */
export const DRIVEN: SessionState = emptyState({ ...META, origin: 'driven', status: 'ready', name: 'Given' })

/** The same, with a turn under way. */
export function inTurn(more: readonly Step[] = [], start: SessionState = DRIVEN): Played {
  const begun = tell([commanded('turn_started')], start)
  return tell(more, begun.state)
}

/** The types of events in order; states by their name, what tells lists left out. */
export function types(events: readonly Folded[]): string[] {
  return events
    .filter((event) => event.type !== 'session_updated' && event.type !== 'watch_state')
    .map((event) => (event.type === 'session_state' ? `state ${String(event.data?.state)}` : event.type))
}

/** The data of every event of a type. */
export function dataOf(events: readonly Folded[], type: EventType): JsonObject[] {
  return events.filter((event) => event.type === type).map((event) => event.data ?? {})
}
