import type { Plan, Usage } from '@signalbox/protocol'
import type { ConformanceCase } from '../case.js'
import { expectMatch, expectSame, expectThat } from '../engine/failure.js'
import { is } from '../engine/match.js'
import type { Recording } from '../engine/recording.js'
import type { Frame } from '../engine/witness.js'
import { recordedCase } from './recorded-turn.js'

interface Call {
  toolCallId: unknown
  toolName: unknown
  argsSoFar: string
  status: string
}

const NO_TOKENS = { inputTokens: null, outputTokens: null, cachedTokens: null, costMicroDollars: null }
const text = (events: readonly Frame[], type: string) =>
  events.map((event) => (event.type === type ? event.text : '')).join('')

/** Events up to the number a snapshot was taken at. */
function before({ joined }: Recording, { lastSeq }: Frame): Frame[] {
  return joined.filter(({ seq }) => Number(seq) <= Number(lastSeq))
}

function toolCalls(events: readonly Frame[]): Call[] {
  const calls = new Map<unknown, Call>()
  for (const { type, toolCallId, toolName, delta, args, status } of events) {
    const call = calls.get(toolCallId)
    if (type === 'tool_call_start') {
      calls.set(toolCallId, { toolCallId, toolName, argsSoFar: '', status: 'streaming' })
    }
    if (!call) continue
    if (type === 'tool_call_delta') call.argsSoFar += delta
    if (type === 'tool_call') Object.assign(call, { argsSoFar: JSON.stringify(args), status: 'running' })
    if (type === 'tool_error') call.status = 'error'
    if (type === 'tool_result') call.status = status === 'error' ? 'error' : 'done'
  }
  return [...calls.values()]
}

function plan(events: readonly Frame[]): Plan | null {
  let plan: Plan | null = null
  for (const event of events) {
    if (event.type === 'plan_created' || event.type === 'plan_revised') {
      const { planId, title, steps } = event as unknown as Plan
      plan = { planId, title, steps: steps.map((step) => ({ ...step })) }
    }
    if (event.type !== 'plan_step_started' && event.type !== 'plan_step_completed') continue
    const step = plan?.steps.find(({ id }) => id === event.stepId)
    if (step) Object.assign(step, { status: event.status })
  }
  return plan
}

function usage(events: readonly Frame[]): Pick<Usage, 'total' | 'context'> {
  const update = events.findLast(({ type }) => type === 'usage_update')
  const context = events.findLast(({ type }) => type === 'usage_context')
  const { inputTokens, outputTokens, cachedTokens, costMicroDollars } = update ?? NO_TOKENS
  const full = context && {
    contextTokens: Number(context.contextTokens),
    maxContextTokens: Number(context.maxContextTokens),
  }
  const total = { inputTokens, outputTokens, cachedTokens, costMicroDollars } as Usage['total']
  return { total, context: full ?? null }
}

/** Joining in the middle of a turn, and after it. */
export const recordedLate: readonly ConformanceCase[] = [
  recordedCase(
    'late-snapshot',
    ['GATEWAY-671', 'GATEWAY-302'],
    'currentTurn and stream_snapshot are all that was told up to lastSeq: text, thinking, tool calls',
    (recording) => {
      const { late, turnId, joined } = recording
      for (const { snapshot, stream } of late) {
        const events = before(recording, snapshot)
        const startedAt = joined.find(({ type }) => type === 'turn_started')?.ts
        const textSoFar = text(events, 'text_delta')
        expectSame('currentTurn', snapshot.currentTurn, { turnId, textSoFar, startedAt })
        expectMatch('the stream', stream, {
          type: 'stream_snapshot',
          turnId,
          textSoFar: is.oneOf(textSoFar),
          thinkingSoFar: is.oneOf(text(events, 'thinking_progress')),
        })
        expectSame('the tool calls', stream?.toolCalls, toolCalls(events))
      }
      for (const field of ['textSoFar', 'thinkingSoFar', 'toolCalls']) {
        const had = late.some(({ stream }) => !['""', '[]'].includes(JSON.stringify(stream?.[field])))
        expectThat(`${field} had something in it`, had)
      }
    },
  ),
  recordedCase(
    'late-live',
    ['GATEWAY-674', 'GATEWAY-309'],
    'the snapshot and what comes after it are the whole',
    (recording) => {
      const { late, joined } = recording
      const end = joined.find(({ type }) => type === 'turn_complete')
      for (const { snapshot, live } of late) {
        const rest = joined.filter(({ seq }) => Number(seq) > Number(snapshot.lastSeq))
        expectSame(`live after ${snapshot.lastSeq}`, live, rest)
        const { textSoFar } = snapshot.currentTurn as { textSoFar: string }
        expectSame('the text', textSoFar + text(live, 'text_delta'), end?.finalText)
      }
    },
  ),
  recordedCase(
    'late-request',
    ['GATEWAY-638', 'GATEWAY-315'],
    'a request that waits is in the snapshot with all it asked, and so is the attention',
    (recording) => {
      const snapshots = [...recording.late.map(({ snapshot }) => snapshot), recording.after]
      const waiting = snapshots.filter(({ session }) => (session as { status: string }).status === 'waiting')
      expectThat('somebody joined while it waited', waiting.length > 0)
      for (const snapshot of snapshots) {
        const events = before(recording, snapshot)
        const ended = new Set(events.flatMap((event) => (ENDS.test(event.type) ? [event.requestId] : [])))
        const open = events.filter(({ type, requestId }) => /_requested$/.test(type) && !ended.has(requestId))
        expectMatch(
          'pendingRequests',
          snapshot.pendingRequests,
          open.map(({ type, seq: _seq, ts, sessionId: _id, turnId, ...data }) => ({
            requestId: data.requestId,
            kind: type.replace('_requested', ''),
            turnId,
            since: ts,
            data,
          })),
        )
        expectMatch(
          'attention',
          snapshot.attention,
          open.map(({ requestId, ts }) => ({ requestId, since: ts, kind: is.text, message: is.text })),
        )
      }
    },
  ),
  recordedCase(
    'late-plan',
    ['GATEWAY-672'],
    'the plan in a snapshot has every step as it was last told, during the turn and after',
    (recording) => {
      const snapshots = [...recording.late.map(({ snapshot }) => snapshot), recording.after]
      for (const snapshot of snapshots) {
        expectSame('the plan', snapshot.plan, plan(before(recording, snapshot)))
      }
      const steps = snapshots.flatMap(({ plan }) => (plan as Plan | null)?.steps ?? [])
      const statuses = new Set(steps.map(({ status }) => status))
      for (const status of ['pending', 'completed', 'skipped'] as const) {
        expectThat(`a step was ${status}`, statuses.has(status))
      }
    },
  ),
  recordedCase(
    'late-usage',
    ['GATEWAY-673'],
    'usage in a snapshot is what was last told of the turn, during it and after',
    (recording) => {
      const snapshots = [...recording.late.map(({ snapshot }) => snapshot), recording.after]
      for (const snapshot of snapshots) {
        const expected = usage(before(recording, snapshot))
        expectMatch('usage', snapshot.usage, expected)
        const told = expected.total.inputTokens !== null
        const turn = { turnId: recording.turnId, model: 'demo-1', provider: 'signalbox', ...expected.total }
        expectMatch('usage of turns', (snapshot.usage as Usage).turns, told ? [turn] : [])
      }
      expectMatch('at the end', recording.after.usage, {
        total: { inputTokens: 2600, outputTokens: 420, cachedTokens: 1900, costMicroDollars: 4800 },
        context: { contextTokens: 3020, maxContextTokens: 200_000 },
      })
    },
  ),
  recordedCase(
    'late-after-the-end',
    ['GATEWAY-302', 'GATEWAY-675'],
    'when the turn is over a snapshot has no turn, and the replay nothing that was ephemeral',
    ({ after, joined }) => {
      expectMatch('the snapshot', after, {
        currentTurn: null,
        pendingRequests: [],
        attention: [],
        lastSeq: joined.at(-1)?.seq,
        session: { status: 'ready' },
      })
    },
  ),
]

const ENDS = /^(approval_resolved|question_resolved|request_closed)$/
