import type { AgentEntry } from '@signalbox/protocol'
import { readJson } from './read-json.js'

/** The agents a session can be made with; undefined when that cannot be read. */
export async function fetchAgents(read: typeof fetch = fetch): Promise<AgentEntry[] | undefined> {
  const answer = await readJson<{ agents: AgentEntry[] }>('/api/agents', read)
  return answer.kind === 'read' ? answer.value.agents : undefined
}
