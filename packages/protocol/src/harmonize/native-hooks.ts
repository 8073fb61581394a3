import type { HookName } from './canonical-activity.js'

/** The agents whose hooks are taken, and what each of their names is called here. What stands not here is unknown. */
export const NATIVE_HOOKS = {
  /** Claude Code 2.1. */
  claude: {
    SessionStart: 'session_start',
    SessionEnd: 'session_end',
    Setup: 'nothing',
    UserPromptSubmit: 'user_prompt_submit',
    UserPromptExpansion: 'nothing',
    PreToolUse: 'tool_use',
    PostToolUse: 'tool_done',
    PostToolUseFailure: 'tool_done',
    PostToolBatch: 'tool_done',
    PermissionRequest: 'permission_request',
    // Refused by the agent's own judge: the call ended.
    PermissionDenied: 'tool_done',
    Elicitation: 'question_request',
    ElicitationResult: 'question_answer',
    Notification: 'notification',
    MessageDisplay: 'message',
    Stop: 'agent_stop',
    StopFailure: 'error',
    SubagentStart: 'subagent_start',
    SubagentStop: 'subagent_stop',
    TeammateIdle: 'task',
    TaskCreated: 'task',
    TaskCompleted: 'task',
    PreCompact: 'nothing',
    PostCompact: 'compaction',
    CwdChanged: 'session_update',
    PreModelSwitch: 'nothing',
    PostModelSwitch: 'nothing',
    ConfigChange: 'nothing',
    InstructionsLoaded: 'nothing',
    FileChanged: 'nothing',
    DirectoryAdded: 'nothing',
    WorktreeCreate: 'nothing',
    WorktreeRemove: 'nothing',
  },
  /** Codex 0.166: its hooks, and what it tells its notify program. */
  codex: {
    SessionStart: 'session_start',
    SessionEnd: 'session_end',
    UserPromptSubmit: 'user_prompt_submit',
    PreToolUse: 'tool_use',
    PostToolUse: 'tool_done',
    PermissionRequest: 'permission_request',
    Notification: 'notification',
    Stop: 'agent_stop',
    SubagentStart: 'subagent_start',
    SubagentStop: 'subagent_stop',
    PreCompact: 'nothing',
    PostCompact: 'compaction',
    'session-start': 'session_start',
    'user-prompt-submit': 'user_prompt_submit',
    'approval-requested': 'permission_request',
    'approval-response': 'permission_answer',
    'agent-turn-complete': 'agent_stop',
    'turn-aborted': 'agent_stop',
    'turn-failed': 'error',
    'session-end': 'session_end',
  },
  /** Gemini CLI 0.61. */
  gemini: {
    SessionStart: 'session_start',
    SessionEnd: 'session_end',
    BeforeAgent: 'user_prompt_submit',
    AfterAgent: 'agent_stop',
    BeforeModel: 'nothing',
    AfterModel: 'nothing',
    BeforeToolSelection: 'nothing',
    BeforeTool: 'tool_use',
    AfterTool: 'tool_done',
    PreCompress: 'compaction',
    Notification: 'notification',
  },
  /** opencode 1.18: events of its bus, and three functions of a plugin. */
  opencode: {
    'session.created': 'session_start',
    'session.updated': 'session_update',
    'session.deleted': 'session_end',
    'server.instance.disposed': 'session_end',
    'chat.message': 'user_prompt_submit',
    'tool.execute.before': 'tool_use',
    'tool.execute.after': 'tool_done',
    'message.part.updated': 'message',
    'permission.asked': 'permission_request',
    'permission.replied': 'permission_answer',
    'question.asked': 'question_request',
    'question.replied': 'question_answer',
    'question.rejected': 'question_answer',
    'todo.updated': 'plan',
    'session.compacted': 'compaction',
    'session.error': 'error',
    'session.idle': 'agent_stop',
    'session.status': 'nothing',
    'session.diff': 'nothing',
    'message.updated': 'nothing',
    'message.removed': 'nothing',
    'message.part.delta': 'nothing',
    'message.part.removed': 'nothing',
    'command.executed': 'nothing',
    'file.edited': 'nothing',
    'file.watcher.updated': 'nothing',
    'server.connected': 'nothing',
    'plugin.added': 'nothing',
    'catalog.updated': 'nothing',
    'reference.updated': 'nothing',
    'integration.updated': 'nothing',
  },
} as const satisfies Record<string, Readonly<Record<string, HookName>>>

export type HookedAgent = keyof typeof NATIVE_HOOKS

/** The names an agent gives its hooks. */
export type NativeHook<Agent extends HookedAgent> = keyof (typeof NATIVE_HOOKS)[Agent]

export const HOOKED_AGENTS = Object.keys(NATIVE_HOOKS) as HookedAgent[]

/** The common name of an agent's hook; undefined for one that is not known. */
export function hookNamed(agent: HookedAgent, native: string): HookName | undefined {
  const names: Readonly<Record<string, HookName>> = NATIVE_HOOKS[agent]
  return Object.hasOwn(names, native) ? names[native] : undefined
}
