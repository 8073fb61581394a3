import type { JsonObject } from '@signalbox/protocol'
import type { NativeHook } from '@signalbox/protocol/harmonize'
import { nativeId } from '../native-id.js'
import { messageItem } from '../turn-fact.js'
import { denied, formAnswered, formAsked, permissionAsked } from './claude-requests.js'
import { inTurn, required, told, turnEnd, UnfitHook } from './hook-drafts.js'
import {
  contextCompacted,
  type Meaning,
  notified,
  ofAgent,
  prompted,
  promptOf,
  saysNothing,
  sessionEnded,
  sessionStarted,
  subagentStarted,
  subagentStopped,
  toolCalled,
  toolEnded,
  toolResult,
} from './hook-meaning.js'
import type { HookPayload } from './hook-payload.js'
import { objectsIn } from './json-object.js'

/** What the hooks of Claude Code become. */
export const CLAUDE_HOOKS: Readonly<Record<NativeHook<'claude'>, Meaning>> = {
  SessionStart: ofAgent(sessionStarted),
  SessionEnd: ofAgent(sessionEnded),
  UserPromptSubmit: ofAgent(promptGiven),
  // The prompt itself is told as it was typed.
  UserPromptExpansion: saysNothing,

  PreToolUse: toolCalled,
  PostToolUse: toolEnded,
  PostToolUseFailure: toolEnded,
  PostToolBatch: batchEnded,

  PermissionRequest: permissionAsked,
  PermissionDenied: denied,
  Elicitation: formAsked,
  ElicitationResult: formAnswered,
  Notification: notified,

  MessageDisplay: ofAgent(messageShown),
  Stop: ofAgent(stopped, subagentStopped),
  StopFailure: ofAgent(failed, subagentStopped),
  SubagentStart: subagentStarted,
  // Compactions and titles are made by helpers that have no type, and nobody heard start.
  SubagentStop: (hook) => (hook.text('agent_type') ? subagentStopped(hook) : []),

  TeammateIdle: teammateIdle,
  TaskCreated: task('created'),
  TaskCompleted: task('completed'),

  PreCompact: saysNothing,
  PostCompact: contextCompacted,
  CwdChanged: ofAgent((hook) => [told(hook, 'session_updated', { cwd: required(hook, 'new_cwd') })]),

  Setup: saysNothing,
  PreModelSwitch: saysNothing,
  PostModelSwitch: saysNothing,
  ConfigChange: saysNothing,
  InstructionsLoaded: saysNothing,
  FileChanged: saysNothing,
  DirectoryAdded: saysNothing,
  WorktreeCreate: saysNothing,
  WorktreeRemove: saysNothing,
}

/** A prompt that is given while the turn before ends comes with the id of that turn: each begins one by its words. */
function promptGiven(hook: HookPayload) {
  const content = promptOf(hook)
  return prompted(hook, content, messageItem(content))
}

/** The calls of a batch were told one by one: it tells that the others ended too, as when one was refused. */
function batchEnded(hook: HookPayload) {
  return objectsIn(hook.field('tool_calls')).flatMap(({ tool_use_id, tool_response }) => {
    const id = nativeId(tool_use_id)
    return id === undefined ? [] : [toolResult(hook, id, tool_response, 'done')]
  })
}

/** What was shown so far of an answer. Its last words come again with the end of the turn, as in any turn. */
function messageShown(hook: HookPayload) {
  const text = required(hook, 'delta')
  const piece = `${hook.text('message_id') ?? ''} ${JSON.stringify(hook.field('index') ?? 0)}`
  return text.trim() === '' ? [] : [inTurn(hook, 'message_complete', { text }, 'message', piece)]
}

const OVER = new Set(['completed', 'failed', 'killed', 'stopped'])

/** With tasks in the background the turn is over and the agent is not idle. */
function stopped(hook: HookPayload) {
  const finalText = hook.text('last_assistant_message') ?? ''
  const tasks = objectsIn(hook.field('background_tasks')).filter(({ status }) => !OVER.has(String(status)))
  const data: JsonObject = { finalText, ...(tasks.length === 0 ? {} : { backgroundTasks: tasks.length }) }
  return [turnEnd(hook, 'turn_complete', data, finalText)]
}

function failed(hook: HookPayload) {
  const words = hook.text('last_assistant_message') ?? ''
  const message = words || hook.text('error') || 'the turn failed'
  return [turnEnd(hook, 'turn_error', { message, code: 'AGENT_ERROR' }, words)]
}

function teammateIdle(hook: HookPayload) {
  const taskId = required(hook, 'teammate_name').slice(0, 200)
  const data = { taskId, summary: `${taskId} is idle`, status: 'idle', taskType: 'teammate' }
  return [inTurn(hook, 'task_notification', data, 'teammate_idle', taskId)]
}

function task(status: string): Meaning {
  return (hook) => {
    const taskId = nativeId(hook.field('task_id'))
    if (taskId === undefined) throw new UnfitHook('task_id must be a text')
    const summary = hook.text('task_subject') || hook.text('task_description') || taskId
    return [inTurn(hook, 'task_notification', { taskId, summary, status }, `task_${status}`, taskId)]
  }
}
