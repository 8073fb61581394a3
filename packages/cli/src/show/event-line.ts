import type { SessionEvent, SessionEventType } from '@signalbox/client'
import type { AttentionKind } from '@signalbox/protocol'
import { notifyText } from '@signalbox/protocol/notify-text'
import { shortId } from '../short-id.js'
import { oneLine, visibleLine } from '../terminal/plain-text.js'
import { askedLine, whoLine } from './request-text.js'
import { argsLine, outputLine } from './tool-text.js'
import { usageParts } from './usage-text.js'

type Summaries = { [T in SessionEventType]?: ((event: SessionEvent<T>) => string) | null }

const step = ({ title, status }: { title: string; status: string }) => `${title} (${status})`
const plan = ({ title, steps }: { title: string; steps: readonly unknown[] }) =>
  `${title}, ${steps.length} steps`
const named = ({ session }: { session: { name: string | null; agentType: string; status: string } }) =>
  `${session.name ?? session.agentType} (${session.status})`

/** What a person is needed for. */
const ATTENTION: Readonly<Record<AttentionKind, string>> = {
  permission: 'permission',
  question: 'question',
  input: 'waits for you',
}

/** What each event says in a line. null: too many of them, and what they come to is said by another. */
const SUMMARIES: Summaries = {
  text_delta: null,
  thinking_start: null,
  thinking_progress: null,
  thinking_complete: null,
  tool_call_start: null,
  tool_call_delta: null,
  terminal_stream: null,
  'thread.name_delta': null,
  'ui.spec_start': null,
  'ui.spec_delta': null,
  'ui.spec_error': ({ message }) => `interface could not be read: ${message}`,
  session_created: named,
  session_updated: named,
  session_archived: named,
  session_unarchived: named,
  session_paused: named,
  session_resumed: named,
  session_deleted: () => '',
  session_state: ({ state, reason }) => (reason === undefined ? state : `${state}: ${reason}`),
  'thread.name_complete': ({ name }) => name,
  user_message: ({ content }) => content,
  message_complete: ({ text }) => text,
  turn_started: () => '',
  turn_complete: ({ stopReason }) => stopReason ?? '',
  turn_error: ({ code, message }) => `${code}: ${message}`,
  steer_sent: ({ content }) => content,
  stop_acknowledged: () => '',
  usage_update: (usage) => usageParts(usage).join(' · '),
  usage_context: ({ contextTokens, maxContextTokens }) => `${contextTokens} of ${maxContextTokens} tokens`,
  tool_call: ({ toolName, args }) => `${toolName} ${argsLine(args)}`,
  tool_result: ({ status, output }) => `${status} ${outputLine(output)}`,
  tool_error: ({ error }) => error,
  terminal_complete: ({ exitCode }) => `exit ${exitCode}`,
  file_changed: ({ path, size }) => `${path}, ${size} bytes`,
  plan_created: plan,
  plan_revised: plan,
  plan_step_started: step,
  plan_step_completed: step,
  permission_requested: ({ requestId, ...data }) =>
    `${shortId(requestId)} ${askedLine({ kind: 'permission', data })}`,
  question_requested: ({ requestId, ...data }) =>
    `${shortId(requestId)} ${askedLine({ kind: 'question', data })}`,
  approval_resolved: ({ approved, by }) => `${approved ? 'approved' : 'denied'} by ${whoLine(by)}`,
  question_resolved: ({ dismissed, by }) => `${dismissed ? 'dismissed' : 'answered'} by ${whoLine(by)}`,
  request_closed: ({ reason }) => reason,
  attention_raised: ({ kind, message }) => labelled(ATTENTION[kind] ?? kind, message),
  attention_cleared: ({ reason }) => reason,
  toast: ({ level, message }) => labelled(level, message),
  agent_notification: ({ notification_type: type, message }) => (type ? `${message} (${type})` : message),
  task_notification: ({ status, summary }) => labelled(status, summary),
  agent_unparsed: ({ nativeType, problem }) => labelled(nativeType, problem),
  notify_new_plan: notified,
  notify_progress: notified,
  notify_finish: notified,
  notify_event: notified,
}

/** What an event says beside its type, on one line; undefined when it is left to another event to tell. */
export function eventLine(event: SessionEvent): string | undefined {
  const summary = SUMMARIES[event.type] as ((event: SessionEvent) => string) | null | undefined
  if (summary === null) return undefined
  if (summary) return oneLine(summary(event))
  return visibleLine(JSON.stringify(dataOf(event)))
}

function dataOf(event: SessionEvent): object {
  const {
    type: _type,
    sessionId: _sessionId,
    seq: _seq,
    ts: _ts,
    turnId: _turnId,
    ...data
  } = event as SessionEvent & Record<string, unknown>
  return data
}

function labelled(label: string | null | undefined, text: string): string {
  return [label, text].filter(Boolean).join(': ')
}

/** What the payload says, or else all there is of it. */
function notified({ notify }: Pick<SessionEvent<'notify_event'>, 'notify'>): string {
  const { type: _type, ...rest } = notify.payload
  const fields = Object.keys(rest).length > 0 ? JSON.stringify(rest) : ''
  return labelled(notify.type, notifyText(notify.payload) ?? fields)
}
