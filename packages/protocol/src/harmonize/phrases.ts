import { KNOWN_AGENTS, type KnownAgent, type PhraseRow } from './tag-row.js'

type Line = readonly [
  phrase: string,
  extent: PhraseRow['extent'],
  evidence: PhraseRow['evidence'],
  about: string,
]

/** They are for a person to read; what is told is only that a machine said them. */
const CLAUDE_NOTICES: readonly Line[] = [
  ['[Request interrupted by user]', 'alone', 'attested', 'A person interrupted the agent.'],
  ['[Request interrupted by user for tool use]', 'alone', 'attested', 'A person refused a tool.'],
  ['Stop hook feedback:', 'all', 'attested', 'A hook wants the agent to go on.'],
  ['Operation stopped by hook:', 'all', 'attested', 'A hook stopped the agent.'],
  [
    'This session is being continued from a previous conversation',
    'all',
    'attested',
    'What was said so far, in short.',
  ],
  ['Base directory for this skill:', 'all', 'reported', 'A skill, loaded.'],
  ['[Image: source:', 'lone line', 'reported', 'Where an image came from.'],
  ['# Autonomous loop check', 'all', 'reported', 'The scheduler wakes the agent.'],
  ['# Autonomous loop tick', 'all', 'reported', 'The scheduler wakes the agent.'],
]

const row = (
  agents: readonly KnownAgent[],
  [phrase, extent, evidence, about]: Line,
  rest: Pick<PhraseRow, 'action' | 'kind' | 'over'>,
): PhraseRow => ({
  ...{ phrase, agents, extent, evidence, about },
  source:
    evidence === 'attested' ? 'transcript rows, and programs that read them' : 'reported by other programs',
  ...rest,
})

/** Every phrase agents are known to signal with. */
export const PHRASES: readonly PhraseRow[] = [
  ...CLAUDE_NOTICES.map((line) => row(['claude'], line, { action: 'keep', kind: 'notice' })),
  row(
    ['claude'],
    [
      'Caveat: The messages below were generated',
      'paragraph',
      'attested',
      'Tells the model not to answer local commands.',
    ],
    { action: 'drop', kind: 'context' },
  ),
  row(['claude'], ['<<autonomous-loop-dynamic>>', 'line', 'reported', 'The scheduler wakes the agent.'], {
    action: 'drop',
    kind: 'notice',
  }),
  row(
    ['codex'],
    ['# AGENTS.md instructions', 'heading', 'attested', 'The heading of the instructions of a project.'],
    {
      action: 'drop',
      kind: 'context',
      over: 'INSTRUCTIONS',
    },
  ),
  row(['codex'], ['# Files mentioned', 'all', 'attested', 'Files the person named, before what they say.'], {
    action: 'keep',
    kind: 'text',
  }),
  row(['opencode'], ['[Category+Skill Reminder]', 'all', 'reported', 'Reminds the model of its skills.'], {
    action: 'keep',
    kind: 'notice',
  }),
  row(KNOWN_AGENTS, ['[TeleClaude ', 'all', 'attested', 'A program around the agent speaks.'], {
    action: 'keep',
    kind: 'notice',
  }),
]
