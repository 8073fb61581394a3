import { isDeepStrictEqual } from 'node:util'
import type { Draft, JsonObject, PendingRequest } from '@signalbox/protocol'

const KINDS: Readonly<Record<string, PendingRequest['kind']>> = {
  permission_requested: 'permission',
  question_requested: 'question',
}

/**
 * The pending request that a draft became, or was found to be: the same happening may be told by two hooks, or by a hook
 * and another source, and then it has the id the first one gave it. Pure.
 */
export function meantRequest(
  requests: readonly PendingRequest[],
  { type, data = {} }: Draft,
): PendingRequest | undefined {
  const newestFirst = requests.filter(({ kind }) => kind === KINDS[type]).reverse()
  const { requestId, toolCallId } = data
  return (
    newestFirst.find((request) => request.requestId === requestId) ??
    newestFirst.find((request) => toolCallId !== undefined && request.data.toolCallId === toolCallId) ??
    newestFirst.find((request) => alike(request.data, data))
  )
}

function alike(one: JsonObject, other: JsonObject): boolean {
  return isDeepStrictEqual(essence(one), essence(other))
}

/** What stays the same on the way to the log, where texts are cleaned. */
function essence({ toolName = null, args = null, questions = null }: JsonObject) {
  if (!Array.isArray(questions)) return { toolName, args }
  return questions.map((question) => (question as JsonObject)?.options ?? null)
}
