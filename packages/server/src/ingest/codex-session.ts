import type { Draft, Json, JsonObject } from '@signalbox/protocol'
import { fieldOf, objectIn, textIn } from './codex-fields.js'
import type { AppServerMessage } from './codex-thread.js'
import { nativeId } from './native-id.js'

/** What the app-server says of a thread. */
export interface ThreadInfo {
  id: string
  cwd: string | undefined
  name: string | undefined
  /** Its rollout file. */
  path: string | undefined
  /** A thread Codex has for itself, to make up a title for instance: no session of a person. */
  hidden: boolean
  active: boolean
}

/** Reads a thread; undefined where it has no id. */
export function threadInfo(thread: Json | undefined): ThreadInfo | undefined {
  const id = nativeId(fieldOf(thread, 'id'))
  if (id === undefined) return undefined
  return {
    id,
    cwd: textIn(thread, 'cwd') || undefined,
    name: textIn(thread, 'name') || undefined,
    path: textIn(thread, 'path') || undefined,
    hidden: fieldOf(thread, 'ephemeral') === true || textIn(thread, 'threadSource') === 'thread_title',
    active: textIn(fieldOf(thread, 'status'), 'type') === 'active',
  }
}

/** A thread is there: its session is ready. `process` is the app-server's, where it is known. */
export function threadDrafts({ cwd, name }: ThreadInfo, process?: JsonObject): Draft[] {
  const source = { agent: 'codex', via: 'app_server', nativeType: 'thread/started' }
  const meta = { agentType: 'codex', ...(cwd === undefined ? {} : { cwd }), ...(process ? { process } : {}) }
  return [
    { type: 'session_updated', source, data: meta },
    { type: 'session_state', source, data: { state: 'ready' } },
    ...(name === undefined
      ? []
      : [{ type: 'thread.name_complete' as const, source, data: { name, by: 'agent' } }]),
  ]
}

/** Why a thread is there no longer, by the message that says so. */
const ENDS: Readonly<Record<string, string>> = {
  'thread/closed': 'session_end',
  'thread/archived': 'archived',
  'thread/deleted': 'deleted',
}

/** Why the thread of a message ended; undefined where it did not. */
export function threadEnd({ method, params }: AppServerMessage): string | undefined {
  if (Object.hasOwn(ENDS, method)) return ENDS[method]
  return method === 'thread/status/changed' && statusOf(params) === 'notLoaded' ? 'session_end' : undefined
}

/** A session whose thread is gone. */
export function endDraft(reason: string, nativeType: string): Draft {
  const source = { agent: 'codex', via: 'app_server', nativeType }
  return { type: 'session_state', source, data: { state: 'inactive', reason } }
}

/** What `thread/status/changed` says: notLoaded, idle, active or systemError. */
export function statusOf(params: JsonObject): string | undefined {
  return textIn(fieldOf(params, 'status'), 'type')
}

/** Which thread a message is about. */
export function threadOf({ params }: AppServerMessage): string | undefined {
  return nativeId(fieldOf(params, 'threadId') ?? fieldOf(objectIn(fieldOf(params, 'thread')), 'id'))
}
