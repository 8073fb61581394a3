import { type GitHubEventType, githubEvents } from '../../registry/github-events.js'
import { type EventType, REGISTRY } from '../../registry/registry.js'
import { textOf } from '../../session/text.js'
import { tellCall, tellExit, tellOutput, tellResult } from './tell-calls.js'
import {
  compacted,
  helperStarted,
  helperStopped,
  notice,
  taskTold,
  tellFile,
  tellNotify,
} from './tell-notices.js'
import { tellPlan, tellStep } from './tell-plans.js'
import { tellRequest, tellRequestEnd } from './tell-requests.js'
import { beginThought, tellInput, tellMessage, tellPiece, tellThought } from './tell-talk.js'
import {
  archiveThread,
  deleteThread,
  moveThread,
  pauseThread,
  resumeThread,
  startThread,
  unarchiveThread,
  watchThread,
} from './tell-threads.js'
import { completeTurn, failTurn, noteSteer, noteStop, startTurn } from './tell-turns.js'
import type { Telling } from './telling.js'

type Rule = (telling: Telling) => void

/** What an event is on this wire. `noted` says nothing itself, but changes what is said of others. */
type Row = Rule | { noted: Rule } | 'none'

type Reply = { [T in EventType]: (typeof REGISTRY)[T]['kind'] extends 'reply' ? T : never }[EventType]

/**
 * How each event of the log is told; `none` is not part of this contract. Replies are events of no log: they answer
 * messages of another door.
 */
export const TELLING: Record<Exclude<EventType, Reply>, Row> = {
  session_created: startThread,
  session_paused: pauseThread,
  session_resumed: resumeThread,
  session_archived: archiveThread,
  session_unarchived: unarchiveThread,
  session_deleted: deleteThread,
  watch_state: watchThread,
  session_state: moveThread,

  turn_started: startTurn,
  turn_complete: completeTurn,
  turn_error: failTurn,
  steer_sent: { noted: noteSteer },
  stop_acknowledged: { noted: noteStop },

  user_message: tellInput,
  text_delta: tellPiece,
  message_complete: tellMessage,
  thinking_start: beginThought,
  thinking_progress: tellThought,
  thinking_complete: beginThought,

  tool_call: tellCall,
  tool_result: tellResult,
  tool_error: tellResult,
  terminal_stream: tellOutput,
  terminal_complete: tellExit,

  permission_requested: tellRequest,
  question_requested: tellRequest,
  approval_resolved: tellRequestEnd,
  question_resolved: tellRequestEnd,
  request_closed: tellRequestEnd,

  plan_created: tellPlan,
  plan_revised: tellPlan,
  plan_step_started: tellStep,
  plan_step_completed: tellStep,

  agent_notification: notice(({ message }) => textOf(message)),
  task_notification: notice(taskTold),
  subagent_started: notice(helperStarted),
  subagent_stopped: notice(helperStopped),
  context_compacted: notice(compacted),
  notify_new_plan: tellNotify,
  notify_progress: tellNotify,
  notify_finish: tellNotify,
  notify_event: tellNotify,
  file_changed: tellFile,

  session_updated: 'none',
  session_ended: 'none',
  'thread.name_delta': 'none',
  'thread.name_complete': 'none',
  mode_switched: 'none',
  autonomy_profile_updated: 'none',
  session_settings_updated: 'none',
  attention_raised: 'none',
  attention_cleared: 'none',
  toast: 'none',
  usage_update: 'none',
  usage_context: 'none',
  tool_call_start: 'none',
  tool_call_delta: 'none',
  agent_unparsed: 'none',
  'ui.spec_start': 'none',
  'ui.spec_delta': 'none',
  'ui.spec_complete': 'none',
  'ui.spec_error': 'none',
  sandbox_init: 'none',
  sandbox_provisioning: 'none',
  sandbox_ready: 'none',
  sandbox_removed: 'none',
  memory_extracted: 'none',
  memory_forgotten: 'none',
  ...notPart(Object.keys(githubEvents.rows) as GitHubEventType[]),
}

function notPart<T extends EventType>(types: readonly T[]): Record<T, 'none'> {
  return Object.fromEntries(types.map((type) => [type, 'none'])) as Record<T, 'none'>
}

/** Whether events of this type may have lines. Those of the others never do. */
export function isTold(type: EventType): boolean {
  return typeof rowFor(type) === 'function'
}

/** What is to be done about an event of this type; undefined for one that is not part of this contract. */
export function ruleFor(type: EventType): Rule | undefined {
  return RULES[type]
}

function rowFor(type: EventType): Row {
  return (TELLING as Partial<Record<EventType, Row>>)[type] ?? 'none'
}

/** Looked up for every event. */
const RULES = Object.fromEntries(
  (Object.keys(REGISTRY) as EventType[]).map((type) => {
    const row = rowFor(type)
    return [type, typeof row === 'object' ? row.noted : row === 'none' ? undefined : row]
  }),
) as Partial<Record<EventType, Rule>>
