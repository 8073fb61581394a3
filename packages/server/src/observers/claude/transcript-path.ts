import { isAbsolute } from 'node:path'

const ENDING = '.jsonl'
const AGENT_ID = /^[A-Za-z0-9_-]{1,100}$/
const LONGEST = 4096

/** Where a hook says the transcript of its session is; undefined for what cannot be one. */
export function transcriptPath(told: string | undefined): string | undefined {
  if (told === undefined || told.length > LONGEST || told.includes('\0')) return undefined
  return isAbsolute(told) && told.endsWith(ENDING) ? told : undefined
}

/** The transcript of one of its subagents, which has a file of its own. */
export function subagentPath(transcript: string, agentId: string | undefined): string | undefined {
  if (agentId === undefined || !AGENT_ID.test(agentId)) return undefined
  return `${transcript.slice(0, -ENDING.length)}/subagents/agent-${agentId}${ENDING}`
}
