import type { Finding } from '@signalbox/protocol'

/** An agent that `signalbox setup` knows. */
export interface Connectable {
  id: string
  name: string
  /** What can be done with it once it is connected. */
  says: string
}

export const CONNECTABLE: readonly Connectable[] = [
  { id: 'claude', name: 'Claude Code', says: 'Seen live; what it asks is answered here or in its terminal.' },
  { id: 'codex', name: 'Codex', says: 'Seen live; what it asks is answered here or in its terminal.' },
  { id: 'gemini', name: 'Gemini CLI', says: 'Seen live; what it asks is answered in its own terminal.' },
  { id: 'opencode', name: 'opencode', says: 'Seen live; what it asks is answered here or in its terminal.' },
]

/** What is found of the gateway itself: each agent has its own place. */
export function ownFindings(findings: readonly Finding[]): Finding[] {
  return findings.filter(({ name }) => !CONNECTABLE.some(({ id }) => id === name))
}
