import type { TagRow } from './tag-row.js'

const TASK_CHILDREN = [
  ...['task-id', 'tool-use-id', 'task-type', 'output-file', 'status', 'summary', 'note', 'result', 'usage'],
  ...['event', 'reason', 'worktree', 'worktreePath', 'worktreeBranch'],
  ...['subagent_tokens', 'total_tokens', 'tool_uses', 'duration_ms'],
]

type Line = readonly [tag: string, action: TagRow['action'], kind: TagRow['kind'], about: string]

const ATTESTED: readonly Line[] = [
  ['command-name', 'render', 'command', 'The slash command a person typed.'],
  ['command-message', 'render', 'command', 'What is shown while a slash command runs.'],
  ['command-args', 'render', 'command', 'What a person typed after a slash command.'],
  ['command-contents', 'render', 'command', 'What a slash command stands for.'],
  ['local-command-stdout', 'unwrap', 'output', 'What a command inside the agent printed.'],
  ['local-command-stderr', 'unwrap', 'output', 'What a command inside the agent complained of.'],
  ['local-command-caveat', 'drop', 'context', 'Tells the model not to answer local commands.'],
  ['bash-input', 'unwrap', 'shell', 'A line for the shell a person typed after "!".'],
  ['bash-stdout', 'unwrap', 'output', 'What that line printed.'],
  ['bash-stderr', 'unwrap', 'output', 'What that line complained of.'],
  ['user-prompt-submit-hook', 'unwrap', 'notice', 'What a hook on the prompt said.'],
  ['ide_opened_file', 'drop', 'context', 'The file open in the editor.'],
  ['ide_selection', 'drop', 'context', 'The lines selected in the editor.'],
  ['ide_*', 'drop', 'context', 'Anything else the editor attaches.'],
]

const REPORTED: readonly Line[] = [
  ['tick', 'unwrap', 'notice', 'The scheduler wakes the agent.'],
  ['fork-boilerplate', 'drop', 'context', 'Tells a forked agent what it is.'],
  ['ultraplan', 'unwrap', 'notice', 'A plan made elsewhere.'],
  ['remote-review', 'unwrap', 'notice', 'A review made elsewhere.'],
  ['remote-review-progress', 'unwrap', 'notice', 'How far a review elsewhere is.'],
  ['persisted-output', 'unwrap', 'output', 'Output too long to show, and where it is.'],
  ['available-deferred-tools', 'drop', 'context', 'Tools the model may load.'],
  ['fast_mode_info', 'drop', 'context', 'Tells the model how fast it runs.'],
  ['total_tokens', 'drop', 'context', 'Tells the model how much it may still say.'],
]

const PEERS: readonly (readonly [tag: string, evidence: TagRow['evidence'], about: string])[] = [
  ['teammate-message', 'attested', 'An agent of the same team speaks.'],
  ['agent-message', 'attested', 'Another agent speaks.'],
  ['cross-session-message', 'reported', 'An agent of another session speaks.'],
  ['channel-message', 'reported', 'Somebody speaks through a channel.'],
  ['channel', 'reported', 'Somebody speaks through a channel.'],
]

const CLAUDE = ['claude'] as const
const ROWS_READ = 'transcript rows, and several programs that read them'
const NAMES_ONLY = 'reported by other programs, names only'

/** The tags of Claude Code and of those that speak like it. */
export const CLAUDE_TAGS: readonly TagRow[] = [
  {
    tag: 'task-notification',
    agents: ['claude', 'letta'],
    action: 'parse',
    kind: 'task',
    evidence: 'attested',
    source: ROWS_READ,
    about: 'A background task tells how it goes.',
    children: TASK_CHILDREN,
    holds: 'markup',
    after: 'Read the output file to retrieve the result:',
  },
  {
    tag: 'system-reminder',
    agents: ['claude', 'opencode'],
    action: 'drop',
    kind: 'context',
    evidence: 'attested',
    source: ROWS_READ,
    about: 'Reminds the model of something.',
  },
  ...ATTESTED.map(
    ([tag, action, kind, about]): TagRow => ({
      ...{ tag, agents: CLAUDE, action, kind, about },
      ...{ evidence: 'attested', source: ROWS_READ },
    }),
  ),
  ...REPORTED.map(
    ([tag, action, kind, about]): TagRow => ({
      ...{ tag, agents: CLAUDE, action, kind, about },
      ...{ evidence: 'reported', source: NAMES_ONLY },
    }),
  ),
  ...PEERS.map(
    ([tag, evidence, about]): TagRow => ({
      ...{ tag, agents: CLAUDE, action: 'unwrap', kind: 'peer', evidence, about },
      source: evidence === 'attested' ? ROWS_READ : NAMES_ONLY,
      before: 'Another Claude session sent a message:',
    }),
  ),
]
