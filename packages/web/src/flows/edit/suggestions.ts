import type { AgentEntry } from '@signalbox/protocol'

/** A value that is offered, and what it is where the value does not say it. */
export interface Suggestion {
  value: string
  label?: string
}

/** What is offered for the fields that name something of the gateway; anything else may be typed. */
export type Suggestions = Readonly<Record<string, readonly Suggestion[]>>

/** Agents that can be started first: of the others it is said why not. */
export function suggestionsOf(agents: readonly AgentEntry[], sessions: Iterable<string>): Suggestions {
  const ready = agents.filter(({ available }) => available)
  const others = agents.filter(({ available }) => !available)
  const known = [...ready, ...others].map(({ id, name, available, reason }) => ({
    value: id,
    label: available ? name : `${name}: ${reason ?? 'cannot be started'}`,
  }))
  return {
    agent_id: known,
    target_agent_name: known,
    target_session_id: [...sessions].map((value) => ({ value })),
  }
}
