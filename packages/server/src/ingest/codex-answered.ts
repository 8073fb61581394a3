import type { Draft } from '@signalbox/protocol'
import { fieldOf, textIn } from './codex-fields.js'
import { type AppServerMessage, type Asked, type CodexThread, inTurn, type Told } from './codex-thread.js'
import { nativeId } from './native-id.js'

const TERMINAL = { userId: 'terminal', via: 'codex' }
const REJECTED = /\breject/i

/**
 * How other clients answered. That a request is resolved does not say how: a declined item or an interrupted turn shows
 * a no, output or another end of the item a yes. A no shows at once, before or after the thread changes its state; so
 * does a yes in the end, by silence.
 */
export function answeredElsewhere(thread: CodexThread, message: AppServerMessage): Told {
  const drafts: Draft[] = []
  const asked = thread.asked.filter((request) => {
    const approved = request.kind === 'permission' ? shownAnswer(request, message) : undefined
    if (approved === undefined) return true
    drafts.push(answer(thread, request, approved, message.method))
    return false
  })
  return drafts.length === 0 ? { thread, drafts } : { thread: { ...thread, asked }, drafts }
}

/** Nothing came that would have shown a no. */
export function answeredInSilence(thread: CodexThread): Told {
  const gone = thread.asked.filter(({ state }) => state === 'answered_elsewhere')
  const drafts = gone.map((request) => answer(thread, request, true, 'serverRequest/resolved'))
  return { thread: { ...thread, asked: thread.asked.filter((request) => !gone.includes(request)) }, drafts }
}

/** The server has an answer to one of its requests. */
export function requestResolved(thread: CodexThread, { method, params }: AppServerMessage): Told {
  const id = fieldOf(params, 'requestId')
  const request = thread.asked.find(({ rpcId }) => rpcId === id)
  if (!request) return { thread, drafts: [] }
  const others = thread.asked.filter((other) => other !== request)
  if (request.state === 'answered_here') return { thread: { ...thread, asked: others }, drafts: [] }
  if (request.shownBy === 'nothing') {
    return { thread: { ...thread, asked: others }, drafts: [closed(thread, request, method)] }
  }
  return {
    thread: { ...thread, asked: [...others, { ...request, state: 'answered_elsewhere' }] },
    drafts: [],
  }
}

function shownAnswer(request: Asked, { method, params }: AppServerMessage): boolean | undefined {
  const gone = request.state === 'answered_elsewhere'
  if (method === 'turn/completed') {
    const turn = fieldOf(params, 'turn')
    if (request.turn !== undefined && nativeId(fieldOf(turn, 'id')) !== request.turn) return undefined
    if (textIn(turn, 'status') === 'interrupted') return request.state === 'answered_here' ? undefined : false
    return gone ? true : undefined
  }
  if (method === 'item/completed') {
    const item = fieldOf(params, 'item')
    if (request.itemId === undefined || textIn(item, 'id') !== request.itemId) return undefined
    if (request.state === 'answered_here') return undefined
    const rejected = REJECTED.test(textIn(fieldOf(item, 'error'), 'message') ?? '')
    return textIn(item, 'status') !== 'declined' && !rejected
  }
  const runs = method === 'item/commandExecution/outputDelta' && textIn(params, 'itemId') === request.itemId
  return gone && runs ? true : undefined
}

function answer(thread: CodexThread, request: Asked, approved: boolean, method: string): Draft {
  const { turn, known } = request
  return inTurn({ thread: thread.id, turn, method }, 'approval_resolved', {
    ...known,
    approved,
    by: TERMINAL,
  })
}

function closed(thread: CodexThread, { turn, known }: Asked, method: string): Draft {
  return inTurn({ thread: thread.id, turn, method }, 'request_closed', {
    ...known,
    reason: 'resolved_elsewhere',
  })
}
