import type { CanonicalActivity, HookedAgent } from '@signalbox/protocol/harmonize'
import { is } from '../engine/match.js'
import { NOTIFICATION } from './signalling.js'

/** A hook as an agent gives it, and what it means. */
export interface KnownHook {
  /** Told apart by more than the name, where a hook can mean several things. */
  id?: string
  native: string
  payload: object
  /** The events it becomes, in this order, others between them. */
  follows: readonly object[]
  /** How the session is afterwards, when this is the first that is heard of it. */
  status: string
  /** What it is as canonical activity, and what it says there; null: none. */
  activity: ({ canonical_type: CanonicalActivity; hook_event_type: string } & Record<string, unknown>) | null
}

const turnId = is.like(/^turn_/)
const started = { type: 'turn_started', turnId }
const bash = { tool_name: 'Bash', tool_use_id: 'call_1', tool_input: { command: 'npm  test\n--all' } }
const update = { canonical_type: 'agent_output_update' } as const
const stop = { canonical_type: 'agent_output_stop', hook_event_type: 'agent_stop' } as const

/** What agents have in common. */
const SHARED: readonly KnownHook[] = [
  {
    native: 'SessionStart',
    payload: { source: 'startup' },
    follows: [{ type: 'session_state', state: 'ready' }],
    status: 'ready',
    activity: null,
  },
  {
    native: 'UserPromptSubmit',
    payload: { prompt: 'Fix it' },
    follows: [started, { type: 'user_message', content: 'Fix it', via: 'hook', itemId: is.text, turnId }],
    status: 'running',
    activity: { canonical_type: 'user_prompt_submit', hook_event_type: 'user_prompt_submit' },
  },
  {
    native: 'PreToolUse',
    payload: bash,
    follows: [started, { type: 'tool_call', toolCallId: 'call_1', toolName: 'Bash', args: bash.tool_input }],
    status: 'running',
    activity: {
      ...update,
      hook_event_type: 'tool_use',
      tool_name: 'Bash',
      tool_preview: 'npm test --all',
    },
  },
  {
    native: 'PostToolUse',
    payload: { ...bash, tool_response: { stdout: 'ok', stderr: 'but' } },
    follows: [started, { type: 'tool_result', toolCallId: 'call_1', status: 'success', output: 'ok\nbut' }],
    status: 'running',
    activity: { ...update, hook_event_type: 'tool_done' },
  },
  {
    native: 'Notification',
    payload: { message: 'Look here', notification_type: 'of_tomorrow' },
    follows: [{ ...NOTIFICATION, message: 'Look here', notification_type: 'of_tomorrow' }],
    status: 'inactive',
    activity: {
      canonical_type: 'agent_notification',
      hook_event_type: 'notification',
      message: 'Look here',
      notification_type: 'of_tomorrow',
      raw_message: is.absent,
    },
  },
  {
    native: 'Stop',
    payload: { last_assistant_message: 'All done.\n\nThe rest.' },
    follows: [started, { type: 'turn_complete', finalText: 'All done.\n\nThe rest.', turnId }],
    status: 'ready',
    activity: { ...stop, summary: 'All done.' },
  },
  {
    id: 'Stop-without-words',
    native: 'Stop',
    payload: {},
    follows: [started, { type: 'turn_complete', finalText: '' }],
    status: 'ready',
    activity: { ...stop, summary: is.absent },
  },
  {
    native: 'SessionEnd',
    payload: { reason: 'other' },
    follows: [],
    status: 'inactive',
    activity: null,
  },
]

const helper = { agent_id: 'a1', agent_type: 'Explore' }
const message = 'I will look.'

/** What Claude Code and Codex have in common beside. */
const HELPERS: readonly KnownHook[] = [
  {
    native: 'SubagentStart',
    payload: helper,
    follows: [{ type: 'subagent_started', subagentId: 'a1', name: 'Explore' }],
    status: 'inactive',
    activity: null,
  },
  {
    native: 'SubagentStop',
    payload: { ...helper, last_assistant_message: 'Found it.' },
    follows: [{ type: 'subagent_stopped', subagentId: 'a1', summary: 'Found it.' }],
    status: 'inactive',
    activity: null,
  },
  {
    native: 'PostCompact',
    payload: { trigger: 'manual' },
    follows: [{ type: 'context_compacted', trigger: 'manual' }],
    status: 'inactive',
    activity: null,
  },
]

const CLAUDE: readonly KnownHook[] = [
  {
    native: 'PostToolUseFailure',
    payload: { ...bash, error: 'Exit code 1' },
    follows: [started, { type: 'tool_error', toolCallId: 'call_1', error: 'Exit code 1' }],
    status: 'running',
    activity: { ...update, hook_event_type: 'tool_done' },
  },
  {
    native: 'PostToolBatch',
    payload: { tool_calls: [{ ...bash, tool_response: 'ok' }] },
    follows: [started, { type: 'tool_result', toolCallId: 'call_1', output: 'ok' }],
    status: 'running',
    activity: { ...update, hook_event_type: 'tool_done' },
  },
  {
    native: 'PermissionDenied',
    payload: { ...bash, reason: 'too risky' },
    follows: [started, { type: 'tool_error', toolCallId: 'call_1', error: 'denied: too risky' }],
    status: 'running',
    activity: { ...update, hook_event_type: 'tool_done' },
  },
  {
    native: 'ElicitationResult',
    payload: { mcp_server_name: 'lab', elicitation_id: 'e1', action: 'accept', content: { name: 'Ann' } },
    follows: [{ type: 'question_resolved', answers: { name: 'Ann' }, dismissed: false }],
    status: 'inactive',
    activity: null,
  },
  {
    native: 'MessageDisplay',
    payload: { message_id: 'm1', index: 0, final: true, delta: message },
    follows: [started, { type: 'message_complete', text: message, turnId }],
    status: 'running',
    activity: null,
  },
  {
    id: 'Stop-with-tasks',
    native: 'Stop',
    payload: { last_assistant_message: 'Started.', background_tasks: [{ id: 'b1', status: 'running' }] },
    follows: [started, { type: 'turn_complete', finalText: 'Started.', backgroundTasks: 1 }],
    status: 'ready',
    activity: { ...stop, summary: 'Started.' },
  },
  {
    native: 'StopFailure',
    payload: { error: 'unknown', last_assistant_message: 'API Error: 400' },
    follows: [started, { type: 'turn_error', message: 'API Error: 400', code: 'AGENT_ERROR', turnId }],
    status: 'error',
    activity: null,
  },
  {
    native: 'TeammateIdle',
    payload: { teammate_name: 'ann', team_name: 'shop' },
    follows: [{ type: 'task_notification', taskId: 'ann', status: 'idle' }],
    status: 'inactive',
    activity: null,
  },
  {
    native: 'TaskCreated',
    payload: { task_id: '1', task_subject: 'Write tests' },
    follows: [{ type: 'task_notification', taskId: '1', summary: 'Write tests', status: 'created' }],
    status: 'inactive',
    activity: null,
  },
  {
    native: 'TaskCompleted',
    payload: { task_id: '1', task_subject: 'Write tests' },
    follows: [{ type: 'task_notification', taskId: '1', summary: 'Write tests', status: 'completed' }],
    status: 'inactive',
    activity: null,
  },
  {
    native: 'CwdChanged',
    payload: { old_cwd: '/home/me', new_cwd: '/home/me/shop' },
    follows: [],
    status: 'inactive',
    activity: null,
  },
]

/** What Codex tells its notify program, posted as a hook. */
const NOTIFIED: readonly KnownHook[] = [
  {
    native: 'session-start',
    payload: { pid: 4711 },
    follows: [{ type: 'session_state', state: 'ready' }],
    status: 'ready',
    activity: null,
  },
  {
    native: 'user-prompt-submit',
    payload: { prompt: 'Fix it' },
    follows: [started, { type: 'user_message', content: 'Fix it', turnId }],
    status: 'running',
    activity: { canonical_type: 'user_prompt_submit', hook_event_type: 'user_prompt_submit' },
  },
  {
    native: 'approval-response',
    payload: { approved: false },
    follows: [{ type: 'approval_resolved', approved: false }],
    status: 'inactive',
    activity: null,
  },
  {
    native: 'agent-turn-complete',
    payload: { 'last-assistant-message': 'Done.' },
    follows: [started, { type: 'turn_complete', finalText: 'Done.', turnId }],
    status: 'ready',
    activity: { ...stop, summary: 'Done.' },
  },
  {
    native: 'turn-aborted',
    payload: { reason: 'interrupted' },
    follows: [started, { type: 'turn_complete', stopReason: 'aborted' }],
    status: 'ready',
    activity: stop,
  },
  {
    native: 'turn-failed',
    payload: { message: 'overloaded' },
    follows: [started, { type: 'turn_error', message: 'overloaded' }],
    status: 'error',
    activity: null,
  },
  { native: 'session-end', payload: {}, follows: [], status: 'inactive', activity: null },
]

const shell = { tool_name: 'run_shell_command', tool_input: { command: 'npm test' } }
const SHARED_BY_GEMINI = new Set(['SessionStart', 'SessionEnd', 'Notification'])

const GEMINI: readonly KnownHook[] = [
  ...SHARED.filter(({ native }) => SHARED_BY_GEMINI.has(native)),
  {
    native: 'BeforeAgent',
    payload: { prompt: 'Fix it' },
    follows: [started, { type: 'user_message', content: 'Fix it', via: 'hook', turnId }],
    status: 'running',
    activity: { canonical_type: 'user_prompt_submit', hook_event_type: 'user_prompt_submit' },
  },
  {
    native: 'AfterAgent',
    payload: { prompt: 'Fix it', prompt_response: 'Done.' },
    follows: [started, { type: 'turn_complete', finalText: 'Done.', turnId }],
    status: 'ready',
    activity: { ...stop, summary: 'Done.' },
  },
  {
    native: 'BeforeTool',
    payload: shell,
    follows: [started, { type: 'tool_call', toolName: 'run_shell_command', args: shell.tool_input }],
    status: 'running',
    activity: {
      ...update,
      hook_event_type: 'tool_use',
      tool_name: 'run_shell_command',
      tool_preview: 'npm test',
    },
  },
  {
    native: 'AfterTool',
    payload: { ...shell, tool_response: { llmContent: 'ok' } },
    follows: [started, { type: 'tool_result', output: 'ok' }],
    status: 'running',
    activity: { ...update, hook_event_type: 'tool_done' },
  },
  {
    id: 'Notification-ToolPermission',
    native: 'Notification',
    payload: {
      notification_type: 'ToolPermission',
      message: 'Tool needs confirmation',
      details: { type: 'exec', command: 'npm test' },
    },
    follows: [{ ...NOTIFICATION, message: 'npm test', notification_type: 'permission_prompt' }],
    status: 'ready',
    activity: { canonical_type: 'agent_notification', hook_event_type: 'notification', message: 'npm test' },
  },
  {
    native: 'PreCompress',
    payload: { trigger: 'manual' },
    follows: [{ type: 'context_compacted', trigger: 'manual' }],
    status: 'inactive',
    activity: null,
  },
]

const call = { tool: 'bash', callID: 'call_1' }

const OPENCODE: readonly KnownHook[] = [
  {
    native: 'session.created',
    payload: { info: { title: 'New session - 2026-11-15T19:28:25.712Z' } },
    follows: [{ type: 'session_state', state: 'ready' }],
    status: 'ready',
    activity: null,
  },
  {
    native: 'session.updated',
    payload: { info: { title: 'Fix the login' } },
    follows: [{ type: 'thread.name_complete', name: 'Fix the login', by: 'agent' }],
    status: 'inactive',
    activity: null,
  },
  { native: 'session.deleted', payload: {}, follows: [], status: 'inactive', activity: null },
  { native: 'server.instance.disposed', payload: {}, follows: [], status: 'inactive', activity: null },
  {
    native: 'chat.message',
    payload: { input: {}, output: { message: { id: 'msg_1' }, parts: [{ type: 'text', text: 'Fix it' }] } },
    follows: [started, { type: 'user_message', content: 'Fix it', via: 'hook', turnId }],
    status: 'running',
    activity: { canonical_type: 'user_prompt_submit', hook_event_type: 'user_prompt_submit' },
  },
  {
    native: 'tool.execute.before',
    payload: { input: call, output: { args: { command: 'npm test' } } },
    follows: [started, { type: 'tool_call', toolCallId: 'call_1', args: { command: 'npm test' } }],
    status: 'running',
    activity: { ...update, hook_event_type: 'tool_use', tool_name: 'bash', tool_preview: 'npm test' },
  },
  {
    native: 'tool.execute.after',
    payload: { input: call, output: { title: 'npm test', output: 'ok' } },
    follows: [started, { type: 'tool_result', toolCallId: 'call_1', output: 'ok' }],
    status: 'running',
    activity: { ...update, hook_event_type: 'tool_done' },
  },
  {
    native: 'message.part.updated',
    payload: { part: { id: 'prt_1', type: 'text', text: message, time: { start: 1, end: 2 } } },
    follows: [started, { type: 'message_complete', text: message, turnId }],
    status: 'running',
    activity: null,
  },
  {
    native: 'permission.replied',
    payload: { requestID: 'per_1', reply: 'once' },
    follows: [{ type: 'approval_resolved', requestId: 'per_1', approved: true }],
    status: 'inactive',
    activity: null,
  },
  {
    native: 'question.replied',
    payload: { requestID: 'que_1', answers: [['sqlite']] },
    follows: [{ type: 'question_resolved', requestId: 'que_1', answers: { q1: 'sqlite' } }],
    status: 'inactive',
    activity: null,
  },
  {
    native: 'question.rejected',
    payload: { requestID: 'que_1' },
    follows: [{ type: 'question_resolved', requestId: 'que_1', dismissed: true }],
    status: 'inactive',
    activity: null,
  },
  {
    native: 'todo.updated',
    payload: { todos: [{ content: 'Read', status: 'in_progress' }] },
    follows: [{ type: 'plan_revised', steps: [{ title: 'Read', status: 'in_progress' }] }],
    status: 'inactive',
    activity: null,
  },
  {
    native: 'session.compacted',
    payload: {},
    follows: [{ type: 'context_compacted' }],
    status: 'inactive',
    activity: null,
  },
  {
    native: 'session.error',
    payload: { error: { name: 'APIError', data: { message: 'overloaded' } } },
    follows: [started, { type: 'turn_error', message: 'overloaded', turnId }],
    status: 'error',
    activity: null,
  },
  {
    native: 'session.idle',
    payload: {},
    follows: [started, { type: 'turn_complete', finalText: '', turnId }],
    status: 'ready',
    activity: stop,
  },
]

/** Every hook of every agent whose hooks are taken, but those that say nothing, and requests, which are held. */
export const KNOWN_HOOKS: Readonly<Record<HookedAgent, readonly KnownHook[]>> = {
  claude: [...SHARED, ...HELPERS, ...CLAUDE],
  codex: [...SHARED, ...HELPERS, ...NOTIFIED],
  gemini: GEMINI,
  opencode: OPENCODE,
}

const CWD = '/home/me/shop'

/** A hook as its agent posts it, in a turn of its own. */
export function hookBody(agent: HookedAgent, session: string, native: string, payload: object): object {
  if (agent === 'opencode') {
    const event = { type: native, properties: payload }
    return { session_id: session, turn_id: 'msg_1', directory: CWD, event }
  }
  if (agent === 'codex' && native.includes('-')) {
    return { type: native, 'thread-id': session, 'turn-id': 't1', cwd: CWD, ...payload }
  }
  return { session_id: session, cwd: CWD, ...TURN[agent], hook_event_name: native, ...payload }
}

/** What a hook says of the turn it belongs to. */
const TURN: Readonly<Record<Exclude<HookedAgent, 'opencode'>, object>> = {
  claude: { prompt_id: 'p1' },
  codex: { turn_id: 't1' },
  gemini: { timestamp: '2026-11-15T19:17:20.060Z' },
}
