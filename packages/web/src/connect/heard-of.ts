import type { SessionMeta } from '@signalbox/protocol'

/** What was heard of one agent. */
export interface Heard {
  sessions: number
  last: number
}

/** How many sessions of an agent there are, and when one of them was last heard of; undefined when there is none. */
export function heardOf(sessions: readonly SessionMeta[], agent: string): Heard | undefined {
  const heard = sessions.filter(({ agentType, origin }) => agentType === agent && origin === 'observed')
  if (heard.length === 0) return undefined
  const last = Math.max(...heard.map(({ lastActivityAt, updatedAt }) => lastActivityAt ?? updatedAt))
  return { sessions: heard.length, last }
}
