import type { AnyFrame, SessionEvent, SessionEventType } from '@signalbox/client'
import type { AttentionKind } from '@signalbox/protocol'
import { notifyText } from '@signalbox/protocol/notify-text'
import { sessionName } from '../board/session-name.js'
import { neutralise } from '../text/neutralise.js'

const LONGEST = 300
/** Ids and times tell a person nothing here; they are in the JSON. */
const SILENT = /^(?:type|ts|seq|ref|.*[iI]d|.*[-_]id|since|itemId)$/

/** What a person is needed for. */
const ATTENTION: Readonly<Record<AttentionKind, string>> = {
  permission: 'permission',
  question: 'question',
  input: 'waits for you',
}

type Tellers = { [T in SessionEventType]?: (event: SessionEvent<T>) => string }

const TELLERS: Tellers = {
  session_created: ({ session }) => sessionName(session),
  session_updated: ({ session }) => `${sessionName(session)}: ${session.status}`,
  session_archived: ({ session }) => sessionName(session),
  session_unarchived: ({ session }) => sessionName(session),
  session_paused: ({ session }) => sessionName(session),
  session_resumed: ({ session }) => sessionName(session),
  session_state: ({ state, reason }) => (reason === undefined ? state : `${state} (${reason})`),
  attention_raised: ({ kind, message }) => labelled(ATTENTION[kind] ?? kind, message),
  attention_cleared: ({ kind, reason }) => labelled(ATTENTION[kind] ?? kind, reason),
  toast: ({ level, message }) => labelled(level, message),
  agent_notification: ({ notification_type: type, message }) => (type ? `${message} (${type})` : message),
  task_notification: ({ status, summary }) => labelled(status, summary),
  agent_unparsed: ({ nativeType, problem }) => labelled(nativeType, problem),
  user_message: ({ content }) => content,
  text_delta: ({ text }) => text,
  thinking_progress: ({ text }) => text,
  message_complete: ({ text }) => text,
  turn_complete: ({ finalText, stopReason }) => finalText || (stopReason ?? ''),
  turn_error: ({ code, message }) => `${code}: ${message}`,
  tool_call: ({ toolName, args }) => `${toolName} ${compact(args)}`,
  tool_call_start: ({ toolName }) => toolName,
  tool_call_delta: ({ delta }) => delta,
  tool_result: ({ status, output }) => (output ? `${status}: ${output}` : status),
  tool_error: ({ error }) => error,
  permission_requested: ({ toolName, description }) => `${toolName}: ${description}`,
  approval_resolved: ({ approved, message }) =>
    approved ? 'approved' : `denied${message ? `: ${message}` : ''}`,
  question_requested: ({ questions }) => questions.map(({ text }) => text).join(' · '),
  question_resolved: ({ answers, dismissed }) =>
    dismissed ? 'dismissed' : Object.values(answers).join(' · '),
  request_closed: ({ reason }) => reason,
  session_settings_updated: ({ settings }) => compact(settings),
  memory_extracted: ({ memories }) => memories.map(({ content }) => content).join(' · '),
  memory_forgotten: ({ memoryId }) => memoryId,
  'ui.spec_start': ({ catalogId }) => catalogId,
  'ui.spec_delta': ({ patch }) => `${patch.op} ${patch.path}`,
  'ui.spec_complete': ({ spec }) => compact(spec.root),
  notify_new_plan: notified,
  notify_progress: notified,
  notify_finish: notified,
  notify_event: notified,
}

/** What an event says in one harmless line. A type of a later release, or an odd shape, tells its plain fields. */
export function shortText(event: SessionEvent): string {
  const told = neutralise(tell(event).slice(0, LONGEST * 4))
  return told.length > LONGEST ? `${told.slice(0, LONGEST)}…` : told
}

function tell(event: SessionEvent): string {
  const teller = Object.hasOwn(TELLERS, event.type) ? TELLERS[event.type] : undefined
  try {
    return String((teller as ((event: SessionEvent) => string) | undefined)?.(event) ?? fields(event))
  } catch {
    return fields(event)
  }
}

function notified({ notify }: { notify: { type: string; payload: Record<string, unknown> } }): string {
  return `${notify.type}: ${notifyText(notify.payload) ?? fields(notify.payload)}`
}

function labelled(label: string | null | undefined, text: string): string {
  return [label, text].filter(Boolean).join(': ')
}

function fields(value: Record<string, unknown> | AnyFrame | SessionEvent): string {
  return Object.entries(value)
    .filter(([key, field]) => !SILENT.test(key) && typeof field !== 'object')
    .map(([key, field]) => `${key} ${field}`)
    .join(', ')
}

function compact(args: unknown): string {
  return typeof args === 'string' ? args : (JSON.stringify(args) ?? '')
}
