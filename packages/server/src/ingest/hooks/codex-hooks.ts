import { type JsonObject, toolKindOf } from '@signalbox/protocol'
import type { NativeHook } from '@signalbox/protocol/harmonize'
import { codexMeaning } from '../codex-notify.js'
import { nativeId } from '../native-id.js'
import { required } from './hook-drafts.js'
import {
  argsOf,
  callId,
  contextCompacted,
  type Meaning,
  notified,
  ofAgent,
  promptGiven,
  saysNothing,
  sessionEnded,
  sessionStarted,
  subagentStarted,
  subagentStopped,
  toolCall,
  toolEnded,
  turnCompleted,
} from './hook-meaning.js'
import type { HookPayload } from './hook-payload.js'
import { permissionDraft } from './hook-requests.js'
import { approvalTypeOf } from './request-text.js'

/** What the notify program of Codex is told means the same here as there. */
const fromNotify: Meaning = ({ value, nativeType }) =>
  codexMeaning({ ...value, type: nativeType ?? '' })?.drafts ?? []

/** What the hooks of Codex become, and what it tells its notify program. */
export const CODEX_HOOKS: Readonly<Record<NativeHook<'codex'>, Meaning>> = {
  SessionStart: ofAgent(sessionStarted),
  SessionEnd: ofAgent(sessionEnded),
  // Steering comes as one more prompt in the same turn.
  UserPromptSubmit: ofAgent(promptGiven),
  PreToolUse: (hook) => [
    toolCall(hook, callId(hook, 'tool_use_id'), required(hook, 'tool_name'), patchArgs(argsOf(hook))),
  ],
  PostToolUse: toolEnded,
  PermissionRequest: asked,
  Notification: notified,
  Stop: ofAgent(turnCompleted, subagentStopped),
  SubagentStart: subagentStarted,
  SubagentStop: subagentStopped,
  PreCompact: saysNothing,
  PostCompact: contextCompacted,
  'session-start': fromNotify,
  'user-prompt-submit': fromNotify,
  'approval-requested': fromNotify,
  'approval-response': fromNotify,
  'agent-turn-complete': fromNotify,
  'turn-aborted': fromNotify,
  'turn-failed': fromNotify,
  'session-end': fromNotify,
}

function asked(hook: HookPayload) {
  const toolName = required(hook, 'tool_name').slice(0, 200)
  const args = patchArgs(argsOf(hook))
  // What it has no word for keeps its own name.
  const approvalType = approvalTypeOf(toolName, toolKindOf({ toolName })) ?? toolName
  const toolCallId = nativeId(hook.field('tool_use_id'))
  return [permissionDraft(hook, { toolName, ...withReason(args), approvalType, toolCallId })]
}

/** Why it wants to run a command stands among the arguments when it asks, and not when it runs it. */
function withReason(args: JsonObject): { args: JsonObject; reason?: string } {
  const { description, ...call } = args
  const isCommand = args.command !== undefined && typeof description === 'string'
  return isCommand ? { args: call, reason: description } : { args }
}

/** A patch is asked about without the line break it is carried out with: they are the same patch. */
function patchArgs(args: JsonObject): JsonObject {
  const { command } = args
  return typeof command === 'string' && command.startsWith('*** Begin Patch')
    ? { ...args, command: command.trimEnd() }
    : args
}
