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

const CLAUDE: readonly KnownHook[] = [
  {
    native: 'PostToolUseFailure',
    payload: { ...bash, error: 'Exit code 1' },
    follows: [started, { type: 'tool_error', toolCallId: 'call_1', error: 'Exit code 1' }],
    status: 'running',
    activity: { ...update, hook_event_type: 'tool_done' },
  },
  {
    native: 'StopFailure',
    payload: { error: 'unknown', last_assistant_message: 'API Error: 400' },
    follows: [started, { type: 'turn_error', message: 'API Error: 400', code: 'AGENT_ERROR', turnId }],
    status: 'error',
    activity: null,
  },
]

/** Every hook of every agent whose hooks are taken. */
export const KNOWN_HOOKS: Readonly<Record<HookedAgent, readonly KnownHook[]>> = {
  claude: [...SHARED, ...CLAUDE],
  codex: SHARED,
}

/** What a hook says of the turn it belongs to. */
export const TURN: Readonly<Record<HookedAgent, object>> = {
  claude: { prompt_id: 'p1' },
  codex: { turn_id: 't1' },
}
