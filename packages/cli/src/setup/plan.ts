import type { AgentSetup, Texts } from './agent-setup.js'
import type { Surroundings } from './surroundings.js'

/** A change of one file; undefined: there is none. */
export interface Edit {
  path: string
  before: string | undefined
  after: string | undefined
  /** Nothing of ours was in it before: this is the text to keep. */
  isFirst: boolean
  /** Nobody but us writes this file. */
  isOurs: boolean
}

/** What would change so that an agent is set up. Pure. */
export function planSetup(agent: AgentSetup, texts: Texts, surroundings: Surroundings): Edit[] {
  const bare = agent.removed(texts, surroundings)
  const after = agent.added(texts, surroundings)
  return editsOf(texts, after, bare, agent.removed(after, surroundings))
}

/**
 * What would change so that nothing of ours is left. Pure. A file that is still as setup wrote it gets the text it had
 * before, byte for byte; of any other just ours is taken out.
 */
export function planRemoval(
  agent: AgentSetup,
  texts: Texts,
  backups: Texts,
  surroundings: Surroundings,
): Edit[] {
  const bare = agent.removed(texts, surroundings)
  const again = addedTo(agent, backups, surroundings)
  const after = new Map(
    [...texts].map(([path, text]): [string, string | undefined] => {
      const backup = backups.get(path)
      if (text === undefined || bare.get(path) === text) return [path, text]
      if (backup !== undefined && again.get(path) === text) return [path, backup]
      const left = bare.get(path)
      return [path, backup === undefined && left !== undefined && isEmpty(left) ? undefined : left]
    }),
  )
  return editsOf(texts, after, bare, bare)
}

/** What setup makes of the texts that were there before it. */
function addedTo(agent: AgentSetup, backups: Texts, surroundings: Surroundings): Texts {
  try {
    return agent.added(backups, surroundings)
  } catch {
    return new Map()
  }
}

/** `left`: what would be in the files without ours. */
function editsOf(texts: Texts, after: Texts, bare: Texts, left: Texts): Edit[] {
  return [...texts].flatMap(([path, before]) => {
    const text = after.get(path)
    if (text === before) return []
    const isOurs = left.get(path) === undefined
    return [{ path, before, after: text, isFirst: bare.get(path) === before, isOurs }]
  })
}

/** Holds nothing: what is left of a file that was made for our hooks. */
function isEmpty(text: string): boolean {
  return /^\ufeff?\s*(?:\{\s*\})?\s*$/.test(text)
}
