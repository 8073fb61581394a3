import type { SessionEvent, SessionEventType } from '@signalbox/client'
import { neutralise } from '../../text/neutralise.js'
import { shortText } from '../short-text.js'

type Words = { [T in SessionEventType]?: (event: SessionEvent<T>) => string }

const TRIGGERS = { auto: 'by itself', manual: 'because it was asked to', unknown: '' }

/** What happened beside the conversation, in words. */
const WORDS: Words = {
  session_archived: () => 'Archived',
  session_unarchived: () => 'Brought back from the archive',
  session_paused: () => 'Paused: no new turns start',
  session_resumed: () => 'Resumed',
  session_ended: ({ reason, exitCode }) =>
    `The agent is gone: ${reason.replaceAll('_', ' ')}${exitCode == null ? '' : `, exit code ${exitCode}`}`,
  mode_switched: ({ mode }) => `Mode is now ${mode.replaceAll('_', ' ')}`,
  autonomy_profile_updated: ({ profile }) => `Autonomy is now ${profile.replaceAll('_', ' ')}`,
  stop_acknowledged: () => 'Asked to stop',
  subagent_started: ({ name, subagentId }) => `Started a helper: ${name ?? subagentId}`,
  subagent_stopped: ({ summary }) => (summary ? `A helper is done: ${summary}` : 'A helper is done'),
  context_compacted: ({ trigger, tokensBefore, tokensAfter }) =>
    [
      `Shortened what it remembers ${TRIGGERS[trigger]}`.trim(),
      tokensBefore !== undefined && tokensAfter !== undefined
        ? `, from ${count(tokensBefore)} to ${count(tokensAfter)} tokens`
        : '',
    ].join(''),
  file_changed: ({ path, iteration, size }) =>
    `Changed ${path}${iteration > 1 ? `, version ${iteration}` : ''} (${count(size)} bytes)`,
  sandbox_init: ({ provider }) => `Setting up a sandbox (${provider})`,
  sandbox_ready: () => 'The sandbox is ready',
  sandbox_removed: ({ reason, message }) => `The sandbox is gone: ${message ?? reason}`,
  toast: ({ message }) => `A flow says: ${message}`,
  agent_notification: ({ message }) => message,
  task_notification: ({ summary }) => summary,
  agent_unparsed: ({ nativeType, problem }) =>
    `Said something Signalbox does not understand (${[nativeType, problem].filter(Boolean).join(', ')})`,
}

/** What an agent or a notify client wants a person to read; the rest steps back. */
const SAID: ReadonlySet<string> = new Set([
  'agent_notification',
  'task_notification',
  'notify_new_plan',
  'notify_progress',
  'notify_finish',
  'notify_event',
])

export function isSaid({ type }: SessionEvent): boolean {
  return SAID.has(type)
}

/** One harmless line for an event that is no part of the conversation itself. A type nobody knows says its name. */
export function noticeText(event: SessionEvent): string {
  const words = Object.hasOwn(WORDS, event.type) ? WORDS[event.type] : undefined
  if (!words) return SAID.has(event.type) ? shortText(event) : `${event.type} ${shortText(event)}`.trim()
  try {
    return neutralise((words as (event: SessionEvent) => string)(event).slice(0, 2000))
  } catch {
    return `${event.type} ${shortText(event)}`.trim()
  }
}

function count(value: number): string {
  return value.toLocaleString('en')
}
