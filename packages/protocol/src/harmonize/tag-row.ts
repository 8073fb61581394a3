import type { Part } from './cleaned.js'

/** Whose words the registry knows. */
export const KNOWN_AGENTS = ['claude', 'codex', 'gemini', 'opencode', 'letta', 'cline'] as const
export type KnownAgent = (typeof KNOWN_AGENTS)[number]

/** Whether the registry has rows of this agent's own; without them a text is read with the rows of all. */
export function isKnownAgent(agent: string): agent is KnownAgent {
  return (KNOWN_AGENTS as readonly string[]).includes(agent)
}

/** How sure we are that agents say this: seen in a payload, in rows several programs read, or named by one of them. */
export type Evidence = 'recorded' | 'attested' | 'reported'

interface Known {
  agents: readonly KnownAgent[]
  kind: Part['kind']
  evidence: Evidence
  /** Where it is known from. */
  source: string
  about: string
}

/**
 * A tag agents signal with. `parse`: its children are read; `drop`: it is for the model, inside and all;
 * `unwrap`: the two tags go, the inside stays; `render`: it and its neighbours are shown as what was typed.
 */
export interface TagRow extends Known {
  /** As agents write it; read in any case. A last `*` makes it a family. */
  tag: string
  action: 'parse' | 'drop' | 'unwrap' | 'render'
  /** Tags that mean something inside this one only. */
  children?: readonly string[]
  /** What its inside is made of, if that may hold its own closing tag: then a later one in its place is the real one. */
  holds?: 'markup' | 'json'
  /** A line that starts so, directly before the tag, belongs to it. */
  before?: string
  /** A line that starts so, directly after the tag, belongs to it. */
  after?: string
}

/** Words without a tag that agents signal with, at the start of a text only. */
export interface PhraseRow extends Known {
  phrase: string
  /**
   * How much of the text it speaks for. `all`: everything up to the next block, `alone`: the same, if that is nothing
   * but the phrase, `lone line`: the same, if that is one line; `heading`: the line and the block of the tag `over`
   * directly below it.
   */
  extent: 'all' | 'alone' | 'lone line' | 'line' | 'paragraph' | 'heading'
  action: 'keep' | 'drop'
  over?: string
}
