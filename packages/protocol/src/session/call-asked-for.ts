import type { Json, JsonObject } from '../event.js'
import type { ToolCallSoFar } from './state.js'
import { textOf } from './text.js'

/** The calls a person is asked about now, and those they were. */
export interface AskedCalls {
  pending: ReadonlySet<string>
  settled: ReadonlySet<string>
}

/**
 * The running call a permission is about, where the agent's hook does not name it: the one with the same arguments, else
 * the only one of that tool. One that was asked about before is meant where no other has these arguments: its hook was
 * fired twice.
 */
export function callAskedFor(
  calls: readonly ToolCallSoFar[],
  asked: JsonObject,
  { pending, settled }: AskedCalls,
): string | undefined {
  const toolName = textOf(asked.toolName)
  const running = calls.filter((call) => call.toolName === toolName && call.status === 'running')
  const same = running.filter((call) => hasArgs(call, asked))
  const isNew = ({ toolCallId }: ToolCallSoFar) => !pending.has(toolCallId) && !settled.has(toolCallId)
  const fresh = running.filter(isNew)
  const again = same.find(({ toolCallId }) => pending.has(toolCallId)) ?? same[0]
  const meant = same.find(isNew) ?? again ?? (fresh.length === 1 ? fresh[0] : undefined)
  return meant?.toolCallId
}

/** Whether a request that names no call may be about this one; of a call nobody told of, it may. */
export function mayBeAbout(call: ToolCallSoFar | undefined, asked: JsonObject): boolean {
  return call === undefined || (call.toolName === textOf(asked.toolName) && hasArgs(call, asked))
}

function hasArgs({ argsSoFar }: ToolCallSoFar, { args }: JsonObject): boolean {
  return comparable(parsed(argsSoFar)) === comparable(args)
}

/** Longer arguments were cut when they were noted. */
function parsed(args: string): Json | undefined {
  try {
    return JSON.parse(args) as Json
  } catch {
    return undefined
  }
}

/** Codex leaves the last line break of a patch out where it asks. */
function comparable(args: Json | undefined): string | undefined {
  return args === undefined
    ? undefined
    : JSON.stringify(args, (_key, value: Json) => (typeof value === 'string' ? value.trimEnd() : value))
}
