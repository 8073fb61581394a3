import { duration } from '../age.js'
import type { AgentSetup, Texts } from './agent-setup.js'
import type { Check } from './check.js'
import { LeftAlone } from './left-alone.js'
import { planSetup } from './plan.js'
import type { Surroundings } from './surroundings.js'

/** What was found out about one agent. */
export interface AgentFacts {
  agent: AgentSetup
  surroundings: Surroundings
  /** Its settings; throws LeftAlone for what cannot be read. */
  read: () => Texts
  /** What its program says about its version; undefined when there is none on PATH. */
  version: string | undefined
  /** When the gateway last heard of it, if it ever did; undefined when it cannot be asked. */
  heard: { last: number | undefined } | undefined
  now: number
}

/** Whether an agent is set up, as far as its settings tell. Pure but for `read`. */
export function checkAgent({ agent, surroundings, read, version, heard, now }: AgentFacts): Check {
  const { id: name, program } = agent
  const fix = `signalbox setup ${name}`
  const known = version === undefined ? `${program} is not on PATH` : version
  try {
    const texts = read()
    const edits = planSetup(agent, texts, surroundings)
    if (edits.length === 0) {
      const [obstacle] = agent.obstacles(texts, surroundings)
      if (obstacle !== undefined) return { name, lamp: 'wrong', says: `${known} · ${obstacle}` }
      const lamp = version === undefined ? 'note' : 'ok'
      return { name, lamp, says: [known, 'hooks in place', ...heardText(heard, now)].join(' · ') }
    }
    const bare = agent.removed(texts, surroundings)
    if ([...texts].every(([path, text]) => bare.get(path) === text))
      return { name, lamp: 'note', says: `${known} · not set up`, type: fix }
    const files = edits.map(({ path }) => path).join(' and ')
    return {
      name,
      lamp: 'wrong',
      says: `${known} · what setup wrote to ${files} is old or changed`,
      type: fix,
    }
  } catch (error) {
    if (!(error instanceof LeftAlone)) throw error
    return { name, lamp: 'wrong', says: `${known} · ${error.message}` }
  }
}

function heardText(heard: AgentFacts['heard'], now: number): string[] {
  if (heard === undefined) return []
  return [heard.last === undefined ? 'nothing heard yet' : `last heard ${duration(now - heard.last)} ago`]
}
