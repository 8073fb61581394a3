import type { Frame, SessionEvent, Snapshot } from '@signalbox/client'
import {
  decide,
  type EventType,
  emptyState,
  fold,
  type JsonObject,
  rowOf,
  type SessionState,
  stateSnapshot,
  streamSnapshot,
} from '@signalbox/protocol'
import fc from 'fast-check'

/** Something an agent says, or a person commands. */
export type Step = { type: EventType; data?: JsonObject; command?: boolean }

/** A session as the gateway would have told it, with its state after each event. */
export interface PlayedSession {
  events: SessionEvent[]
  states: SessionState[]
}

const META = {
  id: 's',
  tenantId: 'local',
  name: 'Given',
  agentType: 'demo',
  status: 'ready',
  archived: false,
  createdAt: 1,
  updatedAt: 1,
  lastActivityAt: null,
  origin: 'driven',
  cwd: null,
  aliases: [],
} as const

/** Plays steps by the rules of the gateway itself. Steps that do not fit are left out, as it would refuse them. */
export function playSession(steps: readonly Step[]): PlayedSession {
  let state: SessionState = emptyState({ ...META, aliases: [] })
  let ids = 0
  const events: SessionEvent[] = []
  const states: SessionState[] = []
  for (const { type, data = {}, command = false } of steps) {
    const moment = { now: 1000 * (events.length + 1), newId: () => `id${++ids}` }
    const draft = { type, data, source: { agent: 'demo', via: 'test' } }
    let next: ReturnType<typeof decide>
    try {
      next = decide(state, draft, moment, command)
    } catch {
      continue
    }
    for (const { event } of next.decided) {
      const { type, seq, ts, turnId, data } = event
      const turn = turnId === undefined ? {} : { turnId }
      events.push({ type, sessionId: 's', seq, ts, ...turn, ...data } as unknown as SessionEvent)
      state = fold(state, event)
      states.push(state)
    }
    state = next.state
  }
  return { events, states }
}

export function isDurable({ type }: SessionEvent): boolean {
  return rowOf(type).kind === 'durable'
}

/** What a join after so many events is answered with. */
export function joinedAt(state: SessionState): {
  snapshot: Snapshot
  stream: Frame<'stream_snapshot'> | undefined
} {
  const snapshot = stateSnapshot(state, { epoch: 'e', recentHistory: [], subscriberCount: 1 })
  return {
    snapshot: snapshot as unknown as Snapshot,
    stream: streamSnapshot(state) as unknown as Frame<'stream_snapshot'> | undefined,
  }
}

const steps = (...all: Step[]): Step[] => all
const said = (type: EventType, data: JsonObject = {}): Step => ({ type, data })
const commanded = (type: EventType, data: JsonObject = {}): Step => ({ type, data, command: true })
const words = fc.constantFrom('a', 'the ', 'lamp\n', 'b', 'é🚦', '\n\n', '```\n')

/** What a turn is made of, in any order. */
const happening: fc.Arbitrary<Step[]> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .array(words, { minLength: 1, maxLength: 5 })
      .map((all) => all.map((text) => said('text_delta', { text }))),
  },
  fc
    .array(words, { maxLength: 3 })
    .map((all) => [
      said('thinking_start'),
      ...all.map((text) => said('thinking_progress', { text })),
      said('thinking_complete'),
    ]),
  fc
    .record({ id: fc.integer({ min: 1, max: 99_999 }), fails: fc.boolean(), runs: fc.boolean() })
    .map(({ id, fails, runs }) => {
      const toolCallId = `tc${id}`
      return [
        said('tool_call_start', { toolCallId, toolName: 'bash' }),
        said('tool_call_delta', { toolCallId, delta: '{"command":' }),
        said('tool_call_delta', { toolCallId, delta: '"ls"}' }),
        said('tool_call', { toolCallId, toolName: 'bash', args: { command: 'ls' } }),
        ...(runs
          ? [
              said('terminal_stream', { toolCallId, data: 'one\r\n' }),
              said('terminal_stream', { toolCallId, data: 'two\r\n' }),
              said('terminal_complete', { toolCallId, exitCode: fails ? 1 : 0 }),
            ]
          : []),
        ...(fails ? [said('tool_error', { toolCallId, error: 'no' })] : []),
        said('tool_result', { toolCallId, status: fails ? 'error' : 'success', output: 'one\ntwo' }),
      ]
    }),
  fc
    .record({ id: fc.integer({ min: 1, max: 99_999 }), approved: fc.boolean() })
    .map(({ id, approved }) => [
      said('permission_requested', { requestId: `r${id}`, toolName: 'bash', description: 'ls' }),
      commanded('approval_resolved', { requestId: `r${id}`, approved, by: { userId: 'u', via: 'ws' } }),
    ]),
  fc.constant(
    steps(
      commanded('steer_sent', { steerId: 'x', content: 'Leave the tests' }),
      said('user_message', { content: 'Leave the tests', via: 'ws', itemId: 'i' }),
    ),
  ),
  fc.constant(steps(said('agent_notification', { message: 'Look' }))),
  fc.constant(steps(said('plan_created', { planId: 'p', title: 'Plan', steps: [] }))),
  fc
    .integer({ min: 1, max: 99_999 })
    .map((id) => [
      said('ui.spec_start', { uiId: `u${id}`, catalogId: 'c' }),
      said('ui.spec_complete', { uiId: `u${id}`, spec: { root: '', elements: {}, state: {} } }),
    ]),
)

const turn: fc.Arbitrary<Step[]> = fc
  .record({
    prompt: words,
    does: fc.array(happening, { maxLength: 7 }),
    ends: fc.constantFrom('turn_complete', 'turn_error'),
  })
  .map(({ prompt, does, ends }) => [
    commanded('session_state', { state: 'activating' }),
    commanded('session_state', { state: 'ready' }),
    commanded('turn_started'),
    said('user_message', { content: prompt, via: 'ws', itemId: 'i' }),
    ...does.flat(),
    ends === 'turn_complete'
      ? said('turn_complete', { finalText: '' })
      : said('turn_error', { message: 'broken', code: 'AGENT_ERROR' }),
  ])

/** Sessions of a few turns, as the gateway would tell them. */
export const anySession: fc.Arbitrary<PlayedSession> = fc
  .array(turn, { minLength: 1, maxLength: 4 })
  .map((turns) => playSession(turns.flat()))
