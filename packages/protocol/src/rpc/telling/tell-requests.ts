import type { JsonObject } from '../../event.js'
import { type RequestEndType, requestOutcome } from '../../session/requests.js'
import { textOf } from '../../session/text.js'
import { noteRequest, type RequestNote } from './notes.js'
import { agentActs } from './tell-talk.js'
import { objectOf, type Telling } from './telling.js'

/** The agent asks a person. A request may outlive its turn, so its id goes by the session. */
export function tellRequest(telling: Telling): void {
  const { data, event, session } = telling
  agentActs(telling)
  const requestId = textOf(data.requestId)
  if (requestId === '') return
  const kind = event.type === 'permission_requested' ? 'permission' : 'question'
  const id = telling.itemId('request', requestId, 'session')
  const request: RequestNote = { id, turnId: event.turnId, kind, data }
  noteRequest(session, requestId, request)
  telling.item('item/created', () => ({
    id,
    status: 'pending',
    content: requestContent(requestId, request),
  }))
}

/**
 * A request ended: answered here or elsewhere it is completed, otherwise it is withdrawn. Of one that was asked before
 * we listened only that is known.
 */
export function tellRequestEnd(telling: Telling): void {
  const { data, event, session } = telling
  const requestId = textOf(data.requestId)
  const request = session.requests.get(requestId)
  if (requestId === '' || (!request && session.whole)) return
  session.requests.delete(requestId)
  const outcome = requestOutcome(event.type as RequestEndType, data)
  const id = telling.itemId('request', requestId, 'session')
  const of = request ? { id, turnId: request.turnId } : { id }
  if (event.type === 'request_closed' && outcome !== 'resolved_elsewhere') {
    telling.item('item/deleted', { ...of, status: 'deleted' })
    return
  }
  telling.item('item/updated', () => ({
    ...of,
    status: 'completed',
    ...(request ? { content: { ...requestContent(requestId, request), outcome, ...answerIn(data) } } : {}),
  }))
}

function answerIn({ answers, message }: JsonObject): JsonObject {
  return {
    ...(answers === undefined ? {} : { answers: objectOf(answers) }),
    ...(typeof message === 'string' ? { message } : {}),
  }
}

function requestContent(requestId: string, { kind, data }: RequestNote): JsonObject {
  const asked = kind === 'permission' ? data.description : firstQuestion(data)
  return { type: 'request', request_id: requestId, kind, text: textOf(asked), data }
}

function firstQuestion({ questions }: JsonObject): unknown {
  return Array.isArray(questions) ? objectOf(questions[0]).text : undefined
}
