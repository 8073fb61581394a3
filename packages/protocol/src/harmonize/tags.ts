import type { TagRow } from './tag-row.js'
import { CLAUDE_TAGS } from './tags-claude.js'
import { CODEX_TAGS } from './tags-codex.js'
import { SIGNALBOX_TAGS } from './tags-signalbox.js'

const OTHER_TAGS: readonly TagRow[] = [
  {
    tag: 'session_context',
    agents: ['gemini'],
    action: 'drop',
    kind: 'context',
    evidence: 'recorded',
    source: 'recorded hook payloads',
    about: 'Where the agent works.',
  },
  {
    tag: 'hook_context',
    agents: ['gemini'],
    action: 'drop',
    kind: 'context',
    evidence: 'attested',
    source: 'the code of the agent',
    about: 'What a hook adds for the model.',
  },
  {
    tag: 'system_note',
    agents: ['gemini'],
    action: 'unwrap',
    kind: 'notice',
    evidence: 'attested',
    source: 'the code of the agent',
    about: 'A note of the machinery.',
  },
  {
    tag: 'task',
    agents: ['cline'],
    action: 'unwrap',
    kind: 'text',
    evidence: 'reported',
    source: 'reported by other programs',
    about: 'What the person asked for.',
  },
  {
    tag: 'feedback',
    agents: ['cline'],
    action: 'unwrap',
    kind: 'text',
    evidence: 'reported',
    source: 'reported by other programs',
    about: 'What the person answered.',
  },
]

/** Every tag agents are known to signal with: one row each. */
export const TAGS: readonly TagRow[] = [...CLAUDE_TAGS, ...CODEX_TAGS, ...OTHER_TAGS, ...SIGNALBOX_TAGS]
