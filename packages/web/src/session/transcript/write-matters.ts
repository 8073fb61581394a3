import type { SessionEvent } from '@signalbox/client'
import type { RequestEntry } from '@signalbox/protocol'
import type { CallState } from './item.js'
import { type Pen, placed } from './pen.js'
import { splitText } from './split-text.js'
import { closeAnswer } from './write-answer.js'
import { cutCalls } from './write-calls.js'
import { endSteer, endThinking } from './write-talk.js'

type Asked = SessionEvent<'permission_requested'> | SessionEvent<'question_requested'>
type Answered =
  | SessionEvent<'approval_resolved'>
  | SessionEvent<'question_resolved'>
  | SessionEvent<'request_closed'>

export function writeRequest(pen: Pen, event: Asked): void {
  endThinking(pen, event.ts)
  const { type, sessionId, seq: _seq, ts, turnId, ...data } = event
  const entry: RequestEntry = {
    requestId: event.requestId,
    sessionId,
    kind: type === 'permission_requested' ? 'permission' : 'question',
    turnId: turnId ?? null,
    since: ts,
    status: 'pending',
    data,
  }
  const helper = event.subagentId === undefined ? {} : { subagentId: event.subagentId }
  pen.requests.set(event.requestId, pen.add({ ...placed(event), ...helper, kind: 'request', entry }))
  setCall(pen, event.toolCallId, 'running', 'asked')
}

/** How a request ended. What asked may not be loaded yet: then it is told when it is. */
export function endRequest(pen: Pen, event: Answered): void {
  const index = pen.requests.get(event.requestId)
  const item = pen.at('request', index)
  if (!item || index === undefined) return
  const entry: RequestEntry = {
    ...item.entry,
    status: event.type === 'request_closed' ? 'closed' : 'resolved',
    outcome: outcomeOf(event),
    endedAt: event.ts,
    waitedMs: event.waitedMs ?? Math.max(0, event.ts - item.entry.since),
    ...('by' in event ? { by: event.by } : {}),
    ...saidWith(event),
    ...(event.type === 'question_resolved' ? { data: { ...item.entry.data, answers: event.answers } } : {}),
  }
  pen.put(index, { ...item, seqs: [...item.seqs, event.seq], entry })
  setCall(pen, item.entry.data.toolCallId, 'asked', 'running')
}

/** The call that is asked for, if it is as it was left. */
function setCall(pen: Pen, toolCallId: unknown, from: CallState, to: CallState): void {
  const index = typeof toolCallId === 'string' ? pen.calls.get(toolCallId) : undefined
  const call = pen.at('call', index)
  if (index !== undefined && call?.state === from) pen.put(index, { ...call, state: to })
}

function outcomeOf(event: Answered): NonNullable<RequestEntry['outcome']> {
  if (event.type === 'approval_resolved') return event.approved ? 'approved' : 'denied'
  if (event.type === 'question_resolved') return event.dismissed ? 'dismissed' : 'answered'
  return event.reason
}

/** What the agent was told with the answer. */
function saidWith(event: Answered): { message?: string } {
  return event.type === 'approval_resolved' && event.message !== undefined ? { message: event.message } : {}
}

export function writePlan(
  pen: Pen,
  event: SessionEvent<'plan_created'> | SessionEvent<'plan_revised'>,
): void {
  const { planId, title, steps } = event
  const revised = event.type === 'plan_revised'
  const reason = revised ? event.reason : null
  pen.add({ ...placed(event), kind: 'plan', plan: { planId, title, steps }, revised, reason })
}

export function beginInterface(pen: Pen, event: SessionEvent<'ui.spec_start'>): void {
  const { uiId } = event
  const item = { ...placed(event), kind: 'interface', uiId, spec: null, problem: null } as const
  pen.interfaces.set(uiId, pen.add(item))
}

export function writeInterface(
  pen: Pen,
  event: SessionEvent<'ui.spec_complete'> | SessionEvent<'ui.spec_error'>,
): void {
  const { uiId } = event
  const found = event.type === 'ui.spec_complete' ? { spec: event.spec } : { problem: event.message }
  const index = pen.interfaces.get(uiId)
  const begun = pen.at('interface', index)
  if (begun && index !== undefined) pen.put(index, { ...begun, seq: event.seq, seqs: [event.seq], ...found })
  else {
    const item = { ...placed(event), kind: 'interface', uiId, spec: null, problem: null } as const
    pen.interfaces.set(uiId, pen.add({ ...item, ...found }))
  }
}

export function beginTurn(pen: Pen, event: SessionEvent<'turn_started'>): void {
  if (event.turnId !== undefined && event.past !== true) pen.begin(event.turnId, event.ts)
}

/** Ends after which nothing of the turn goes on. */
const CUT_OFF: ReadonlySet<string> = new Set(['user_stopped', 'aborted'])

/** The end of a turn. Agents that only tell their whole answer have it shown here. */
export function endTurn(pen: Pen, event: SessionEvent<'turn_complete'>): void {
  endThinking(pen, event.ts)
  endSteer(pen)
  const turn = pen.inTurn(event.turnId)
  closeAnswer(pen)
  if (turn && !turn.answered && event.finalText !== '')
    pen.add({ ...placed(event, 'a'), kind: 'answer', text: splitText(event.finalText), open: false })
  const { stopReason = null, backgroundTasks = 0 } = event
  if (stopReason !== null && CUT_OFF.has(stopReason)) cutCalls(pen, event)
  const durationMs = turn?.startedAt == null ? null : Math.max(0, event.ts - turn.startedAt)
  const outcome = stopReason === 'user_stopped' ? 'stopped' : 'done'
  pen.add({ ...placed(event), kind: 'end', outcome, reason: stopReason, durationMs, backgroundTasks })
  pen.turn = null
}

export function breakTurn(pen: Pen, event: SessionEvent<'turn_error'>): void {
  endThinking(pen, event.ts)
  endSteer(pen)
  closeAnswer(pen)
  cutCalls(pen, event)
  const startedAt = pen.turn?.turnId === event.turnId ? pen.turn?.startedAt : null
  const durationMs = startedAt == null ? null : Math.max(0, event.ts - startedAt)
  const reason = event.message || event.code
  pen.add({ ...placed(event), kind: 'end', outcome: 'failed', reason, durationMs, backgroundTasks: 0 })
  pen.turn = null
}
