import { type JsonObject, type RequestEntry, SignalboxError } from '@signalbox/protocol'
import { isoTime, threadId } from '@signalbox/protocol/telling'
import type { RequestCommands } from '../../../commands/requests.js'
import { readAnswer } from '../../rest/read-answer.js'
import type { MethodHandlers } from './rpc-methods.js'
import { threadNotFound } from './thread-methods.js'

export interface RequestMethodDeps {
  requests: Pick<RequestCommands, 'list' | 'respond'>
}

const MOST = 1000

/** What agents ask people, and the answers. */
export function requestMethods({
  requests,
}: RequestMethodDeps): MethodHandlers<'request/list' | 'request/respond'> {
  return {
    async 'request/list'({ thread_id }, { identity }) {
      const of = thread_id === undefined ? {} : { sessionId: thread_id }
      const pending = await requests
        .list(identity, { status: 'pending', limit: MOST, ...of })
        .catch(threadNotFound)
      return { requests: pending.map(requestForm) }
    },
    async 'request/respond'({ request_id, thread_id, ...answer }, caller) {
      const given = readAnswer(answer)
      const { sessionId, outcome, endedAt } = await requests
        .respond(caller, request_id, given, thread_id)
        .catch(toldWhoWasFirst)
        .catch(threadNotFound)
      return {
        request_id,
        thread_id: threadId(sessionId),
        state: 'resolved',
        outcome: outcome ?? 'answered',
        resolved_at: isoTime(endedAt ?? 0),
      }
    },
  }
}

function requestForm({
  requestId,
  sessionId,
  turnId,
  kind,
  since,
  answerable,
  data,
}: RequestEntry): JsonObject {
  return {
    request_id: requestId,
    thread_id: threadId(sessionId),
    turn_id: turnId,
    kind,
    since: isoTime(since),
    answerable: answerable ?? false,
    data: data as JsonObject,
  }
}

/** Who was faster, when, and what they said. */
function toldWhoWasFirst(error: unknown): never {
  if (!(error instanceof SignalboxError) || error.kind !== 'requestResolved') throw error
  const { by, at, outcome } = error.details ?? {}
  throw new SignalboxError('requestResolved', error.message, {
    details: { ...(by ? { by } : {}), at: isoTime(Number(at)), decision: outcome },
  })
}
