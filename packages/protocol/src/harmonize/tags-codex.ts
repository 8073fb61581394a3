import type { TagRow } from './tag-row.js'

/** What the parts of an environment are wrapped in. */
const ENVIRONMENT_CHILDREN = [
  ...[
    'cwd',
    'shell',
    'current_date',
    'timezone',
    'filesystem',
    'workspace_roots',
    'root',
    'permission_profile',
  ],
  ...['file_system', 'entry', 'path', 'special', 'approval_policy', 'sandbox_mode', 'network_access'],
  ...['writable_roots', 'network', 'environments', 'environment', 'subagents'],
]

type Line = readonly [tag: string, action: TagRow['action'], kind: TagRow['kind'], about: string]

const RECORDED: readonly Line[] = [
  ['permissions instructions', 'drop', 'context', 'Tells the model what it may do.'],
  ['collaboration_mode', 'drop', 'context', 'Tells the model how to work with the person.'],
  ['skills_instructions', 'drop', 'context', 'Tells the model which skills there are.'],
  ['turn_aborted', 'unwrap', 'notice', 'A person interrupted the turn before.'],
  ['hook_prompt', 'unwrap', 'notice', 'A hook wants the agent to go on.'],
]

const ATTESTED: readonly Line[] = [
  // Words people use in markup of their own are never dropped with what they hold.
  ['INSTRUCTIONS', 'unwrap', 'text', 'The instructions of a project, below their heading.'],
  ['skill', 'unwrap', 'notice', 'A skill the person called.'],
  ['tools', 'unwrap', 'text', 'The tools the model has.'],
  ['proposed_plan', 'unwrap', 'text', 'A plan the agent proposes.'],
  ['realtime_delegation', 'unwrap', 'notice', 'A spoken conversation hands work over.'],
  ['codex_internal_context', 'drop', 'context', 'What the agent keeps for itself.'],
  ['goal_context', 'drop', 'context', 'What the agent keeps for itself, under an older name.'],
  ['recommended_plugins', 'drop', 'context', 'Plugins the model may propose.'],
  ['model_switch', 'drop', 'context', 'Tells the model that it took over.'],
  ['managed_developer_instructions', 'drop', 'context', 'Instructions of the organisation.'],
  ['multi_agent_role', 'drop', 'context', 'Tells the model which agent of several it is.'],
  ['multi_agent_mode', 'drop', 'context', 'Tells the model how several agents work.'],
  ['apps_instructions', 'drop', 'context', 'Tells the model about apps.'],
  ['environments_instructions', 'drop', 'context', 'Tells the model about environments.'],
  ['git_attribution', 'drop', 'context', 'Tells the model how to sign commits.'],
  ['plugins_instructions', 'drop', 'context', 'Tells the model about plugins.'],
  ['realtime_conversation', 'drop', 'context', 'Tells the model that it is spoken to.'],
  ['personality_spec', 'drop', 'context', 'Tells the model how to sound.'],
  ['token_budget', 'drop', 'context', 'Tells the model how much it may spend.'],
  ['context_window', 'drop', 'context', 'Tells the model how much room it has.'],
  ['rollout_budget', 'drop', 'context', 'Tells the model how much a session may spend.'],
  ['image_resize_notice', 'drop', 'context', 'Tells the model that an image was made smaller.'],
  ['current_time_reminder', 'drop', 'context', 'Tells the model the time.'],
  ['startup_context', 'drop', 'context', 'What the model starts with.'],
  ['guardian_sync_review', 'drop', 'context', 'What a reviewing model is asked.'],
  ['app-context', 'drop', 'context', 'What is open in the app.'],
  ['in-app-browser-context', 'drop', 'context', 'What is open in the browser of the app.'],
]

const CODEX = ['codex'] as const
const RECORDED_IN = 'recorded rollouts'
const OWN_CODE = 'the list of wrappers the agent recognises itself'

/** The tags of Codex. */
export const CODEX_TAGS: readonly TagRow[] = [
  {
    tag: 'environment_context',
    agents: CODEX,
    action: 'drop',
    kind: 'context',
    evidence: 'recorded',
    source: RECORDED_IN,
    about: 'Where the agent works.',
    children: ENVIRONMENT_CHILDREN,
  },
  {
    tag: 'user_shell_command',
    agents: CODEX,
    action: 'parse',
    kind: 'shell',
    evidence: 'attested',
    source: OWN_CODE,
    about: 'A line for the shell a person typed, and what it printed.',
    children: ['command', 'result'],
    holds: 'markup',
  },
  {
    tag: 'subagent_notification',
    agents: CODEX,
    action: 'parse',
    kind: 'task',
    evidence: 'attested',
    source: OWN_CODE,
    about: 'An agent below this one tells how it goes.',
    holds: 'json',
  },
  ...RECORDED.map(
    ([tag, action, kind, about]): TagRow => ({
      ...{ tag, agents: CODEX, action, kind, about },
      ...{ evidence: 'recorded', source: RECORDED_IN },
    }),
  ),
  ...ATTESTED.map(
    ([tag, action, kind, about]): TagRow => ({
      ...{ tag, agents: CODEX, action, kind, about },
      ...{ evidence: 'attested', source: OWN_CODE },
    }),
  ),
  {
    tag: 'context_window_guidance',
    agents: CODEX,
    action: 'drop',
    kind: 'context',
    evidence: 'reported',
    source: 'inferred from the name of a constant',
    about: 'Tells the model what to do when room gets short.',
  },
]
