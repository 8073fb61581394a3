import './agent-mark.css'

/** What people call the agents, and the two letters that stand for each. */
const AGENTS: Readonly<Record<string, readonly [name: string, letters: string]>> = {
  claude: ['Claude Code', 'Cl'],
  codex: ['Codex', 'Cx'],
  gemini: ['Gemini CLI', 'Ge'],
  opencode: ['opencode', 'Oc'],
  demo: ['Demo agent', 'De'],
}

/** What people call an agent; one that is not known is called what it calls itself. */
export function agentName(agent: string): string {
  return (Object.hasOwn(AGENTS, agent) ? AGENTS[agent]?.[0] : undefined) ?? agent
}

/** Two letters in a frame and the name beside it: no colour, for colour tells states. */
export function AgentMark({ agent }: { agent: string }) {
  if (agent === '') return null
  const letters = (Object.hasOwn(AGENTS, agent) ? AGENTS[agent]?.[1] : undefined) ?? initials(agent)
  return (
    <span className="agent-mark">
      <span className="letters" aria-hidden="true">
        {letters}
      </span>
      <span className="agent-name foreign">{agentName(agent)}</span>
    </span>
  )
}

function initials(agent: string): string {
  const [first = '', second = ''] = [...agent.replace(/[^\p{L}\p{N}]/gu, '')]
  return first.toUpperCase() + second.toLowerCase()
}
