import type { SessionEvent, SessionEventType, Snapshot } from '@signalbox/client'
import {
  type AgentMode,
  type AutonomyProfile,
  type JsonObject,
  type Plan,
  planOf,
  type SessionMeta,
  type Usage,
  withContext,
  withStep,
  withUsage,
} from '@signalbox/protocol'

/** What stands beside the conversation. */
export interface Facts {
  session: SessionMeta
  plan: Plan | null
  usage: Usage
  mode: AgentMode
  autonomyProfile: AutonomyProfile
  turn: { turnId: string; startedAt: number } | null
  /** The number up to which all this holds. */
  at: number
}

/** The facts as a snapshot has them. */
export function factsOf(snapshot: Snapshot): Facts {
  const { session, plan, usage, mode, autonomyProfile, currentTurn, lastSeq } = snapshot
  return {
    session,
    plan,
    usage,
    mode,
    autonomyProfile,
    turn: currentTurn && { turnId: currentTurn.turnId, startedAt: currentTurn.startedAt },
    at: lastSeq,
  }
}

type Changes = { [T in SessionEventType]?: (facts: Facts, event: SessionEvent<T>) => Partial<Facts> }

const session = (_facts: Facts, event: { session: SessionMeta }) => ({ session: event.session })
const data = (event: SessionEvent) => event as unknown as JsonObject

const CHANGES: Changes = {
  session_updated: session,
  session_archived: session,
  session_unarchived: session,
  session_paused: session,
  session_resumed: session,
  session_state: ({ session }, { state }) => ({ session: { ...session, status: state } }),
  'thread.name_complete': ({ session }, { name }) => ({
    session: { ...session, name: session.name ?? name },
  }),
  mode_switched: (_facts, { mode }) => ({ mode }),
  autonomy_profile_updated: (_facts, { profile }) => ({ autonomyProfile: profile }),
  plan_created: (_facts, event) => ({ plan: planOf(data(event)) }),
  plan_revised: (_facts, event) => ({ plan: planOf(data(event)) }),
  plan_step_started: ({ plan }, event) => ({ plan: withStep(plan, data(event), 'in_progress') }),
  plan_step_completed: ({ plan }, event) => ({ plan: withStep(plan, data(event), 'completed') }),
  usage_update: ({ usage }, event) => ({ usage: withUsage(usage, event.turnId ?? null, data(event)) }),
  usage_context: ({ usage }, event) => ({ usage: withContext(usage, data(event)) }),
  turn_started: (_facts, { turnId, ts, past }) =>
    turnId === undefined || past === true ? {} : { turn: { turnId, startedAt: ts } },
  turn_complete: ended,
  turn_error: ended,
}

function ended({ turn }: Facts, { turnId }: { turnId?: string }): Partial<Facts> {
  return turn && turn.turnId === turnId ? { turn: null } : {}
}

/** The facts after one more event; what a snapshot has seen already is not taken again. */
export function factsAfter(facts: Facts, event: SessionEvent): Facts {
  if (event.seq <= facts.at) return facts
  const change = Object.hasOwn(CHANGES, event.type) ? CHANGES[event.type] : undefined
  if (!change) return facts
  return {
    ...facts,
    ...(change as (facts: Facts, event: SessionEvent) => Partial<Facts>)(facts, event),
    at: event.seq,
  }
}
