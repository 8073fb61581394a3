import type { Surroundings } from './surroundings.js'

export const SETUP_AGENTS = ['claude', 'codex', 'gemini', 'opencode'] as const
export type SetupAgent = (typeof SETUP_AGENTS)[number]

/** The texts of settings files by their paths; undefined: there is no such file. */
export type Texts = ReadonlyMap<string, string | undefined>

/** How one agent is set up: pure, texts in, texts out. Throws LeftAlone for what it cannot read. */
export interface AgentSetup {
  id: SetupAgent
  /** As a person calls it. */
  title: string
  program: string
  /** Where its settings are; it is there if this directory is. */
  directory: (surroundings: Surroundings) => string
  /** The files that may change. */
  paths: (surroundings: Surroundings) => string[]
  /** These texts with everything of ours in its newest form. */
  added: (texts: Texts, surroundings: Surroundings) => Texts
  /** These texts without anything of ours; undefined for a file that would be ours alone. */
  removed: (texts: Texts, surroundings: Surroundings) => Texts
  /** What a person should know once it is done. */
  remarks: (texts: Texts, surroundings: Surroundings) => string[]
  /** What keeps it from running hooks though they are there, and what to do about it. */
  obstacles: (texts: Texts, surroundings: Surroundings) => string[]
}
