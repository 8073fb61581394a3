import { isObject, shown } from './setting.js'
import { UsageError } from './usage-error.js'

/** The ways of running an agent that are there. */
const AGENT_KINDS = ['demo'] as const

/** How an agent of config.json is run. */
export interface DeclaredAgent {
  kind: (typeof AGENT_KINDS)[number]
}

const AGENT_ID = /^[A-Za-z0-9._-]{1,100}$/

/** The agents of config.json, by name. */
export function toAgents(path: string, value: unknown): Record<string, DeclaredAgent> {
  if (value === undefined) return {}
  if (!isObject(value)) {
    throw new UsageError(
      `"agents" in ${path} must be an object, not ${shown(value)}; for example {"coder": {"kind": "demo"}}.`,
    )
  }
  // From entries, so that an agent may have any name, `__proto__` too.
  return Object.fromEntries(Object.entries(value).map(([id, agent]) => [id, toAgent(path, id, agent)]))
}

/** Fields of agents that mean nothing, as dotted names. */
export function unknownAgentFields(agents: unknown): string[] {
  if (!isObject(agents)) return []
  return Object.entries(agents).flatMap(([id, agent]) =>
    isObject(agent)
      ? Object.keys(agent)
          .filter((field) => field !== 'kind')
          .map((field) => `agents.${id}.${field}`)
      : [],
  )
}

function toAgent(path: string, id: string, value: unknown): DeclaredAgent {
  if (!AGENT_ID.test(id)) {
    throw new UsageError(
      `"agents" in ${path} names an agent ${shown(id)}; a name is 1 to 100 of the characters A-Z a-z 0-9 . _ -`,
    )
  }
  if (!isObject(value)) {
    throw new UsageError(
      `"agents.${id}" in ${path} must be an object, not ${shown(value)}; for example {"kind": "demo"}.`,
    )
  }
  const kind = AGENT_KINDS.find((known) => known === value.kind)
  if (kind === undefined) {
    throw new UsageError(
      `"agents.${id}.kind" in ${path} must be ${AGENT_KINDS.map((known) => `"${known}"`).join(' or ')}, not ${shown(value.kind)}.`,
    )
  }
  return { kind }
}
