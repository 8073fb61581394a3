import type { HookedAgent } from '@signalbox/protocol/harmonize'
import { CLAUDE_HOOKS } from './claude-hooks.js'
import { CODEX_HOOKS } from './codex-hooks.js'
import { GEMINI_HOOKS } from './gemini-hooks.js'
import type { Meaning } from './hook-meaning.js'
import { entryOf } from './json-object.js'
import { OPENCODE_HOOKS } from './opencode-hooks.js'

/** What the hooks of each agent become, by its own names. */
const HOOK_TABLES: Readonly<Record<HookedAgent, Readonly<Record<string, Meaning>>>> = {
  claude: CLAUDE_HOOKS,
  codex: CODEX_HOOKS,
  gemini: GEMINI_HOOKS,
  opencode: OPENCODE_HOOKS,
}

/** What a hook of an agent becomes; undefined for one that is not known. */
export function meaningOf(agent: HookedAgent, native: string): Meaning | undefined {
  return entryOf(HOOK_TABLES[agent], native)
}
