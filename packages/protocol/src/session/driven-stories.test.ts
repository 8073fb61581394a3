import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SignalboxError } from '../errors.js'
import type { Json, JsonObject } from '../event.js'
import { type EventType, isNumbered, REGISTRY, rowOf } from '../registry/registry.js'
import { AUTONOMY_PROFILES, SESSION_STATUSES } from '../registry/shapes.js'
import { type Folded, fold } from './fold.js'
import type { SessionState } from './state.js'
import { BY, commanded, DRIVEN, happens, META, type Played, type Step, tell } from './story.fixture.js'
import { canMove } from './transitions.js'

const requestId = fc.constantFrom('r1', 'r2', 'r3')
const word = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom('', '語😀', '\ud83d', '\ude00', 'x'.repeat(200_000)),
)

const happening: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: word.map((text) => happens('text_delta', { text })) },
  fc.constant(happens('tool_call_start', { toolCallId: 'c', toolName: 'bash' })),
  fc.constant(happens('tool_call', { toolCallId: 'c', toolName: 'bash', args: {} })),
  fc.constant(happens('ui.spec_start', { uiId: 'u', catalogId: 'c' })),
  fc
    .tuple(requestId, fc.constantFrom('read', 'bash', 'rm', 'odd'))
    .map(([requestId, toolName]) =>
      happens('permission_requested', { requestId, toolName, description: 'd' }),
    ),
  requestId.map((requestId) =>
    happens('question_requested', { requestId, questions: [{ id: 'q', text: 'Which?', type: 'text' }] }),
  ),
  requestId.map((requestId) => happens('request_closed', { requestId, reason: 'expired' })),
  fc.constantFrom('end_turn', 'user_stopped').map((stopReason) => happens('turn_complete', { stopReason })),
  fc.constant(happens('turn_error', { message: 'm', code: 'AGENT_ERROR' })),
  fc.constant(happens('text_delta', { text: 'late' }, { turnId: 'turn_before' })),
  fc.constantFrom(...SESSION_STATUSES).map((state) => happens('session_state', { state })),
  fc.nat(50).map((inputTokens) => happens('usage_update', { inputTokens })),
  fc.constant(happens('thread.name_complete', { name: 'Title' })),
)
const command: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(commanded('turn_started')) },
  fc.string().map((content) => commanded('user_message', { content, via: 'ws' })),
  fc
    .tuple(requestId, fc.boolean(), fc.boolean())
    .map(([requestId, approved, remember]) =>
      commanded('approval_resolved', { requestId, approved, remember, by: BY }),
    ),
  requestId.map((requestId) =>
    commanded('question_resolved', { requestId, answers: {}, dismissed: true, by: BY }),
  ),
  fc.constantFrom(...AUTONOMY_PROFILES).map((profile) => commanded('autonomy_profile_updated', { profile })),
  fc.constantFrom(...SESSION_STATUSES).map((state) => commanded('session_state', { state })),
  fc.constant(commanded('stop_acknowledged')),
  fc.constant(commanded('steer_sent', { steerId: 's', content: 'c' })),
)
const story = fc.array(fc.oneof({ weight: 3, arbitrary: happening }, { weight: 2, arbitrary: command }), {
  maxLength: 50,
})

const UNNAMED: SessionState = { ...DRIVEN, meta: { ...DRIVEN.meta, name: null } }

/** Plays a story in which commands may be refused: then nothing happened. */
function playAll(steps: readonly Step[], start = UNNAMED): Played {
  const played: Played = { state: start, events: [], states: [start] }
  for (const step of steps) {
    try {
      const { state, events, states } = tell([step], played.state)
      played.state = state
      played.events.push(...events)
      played.states.push(...states.slice(1))
    } catch (error) {
      if (!step.command || !(error instanceof SignalboxError)) throw error
    }
  }
  return played
}

/** What holds after every event of every story of a driven session. */
function holds({ events, states }: Played): void {
  const pending = new Map<unknown, number>()
  const raised = new Set<unknown>()
  events.forEach((event, index) => {
    const [before, after] = [states[index], states[index + 1]]
    if (!before || !after) throw new Error('a state for every event')
    expect(event.seq).toBe(before.seq + 1)
    expect(event.ts).toBeGreaterThanOrEqual(before.ts)
    const { type, data = {} } = event
    const id = data.requestId
    if (type === 'session_state') {
      expect(canMove(before.meta.status, after.meta.status)).toBe(true)
    } else if (type === 'permission_requested' || type === 'question_requested') {
      expect(pending.has(id)).toBe(false)
      pending.set(id, event.ts)
    } else if (ENDS.has(type)) {
      expect(data.waitedMs).toBe(event.ts - (pending.get(id) ?? Number.NaN))
      expect(pending.delete(id)).toBe(true)
    } else if (type === 'attention_raised') {
      expect(raised.has(id)).toBe(false)
      raised.add(id)
    } else if (type === 'attention_cleared') {
      expect(raised.delete(id)).toBe(true)
    } else if (type === 'turn_complete' || type === 'turn_error') {
      expect(pending.size).toBe(0)
    }
    expect(after.requests.map(({ requestId }) => requestId)).toEqual([...pending.keys()])
  })
}

const ENDS: ReadonlySet<EventType> = new Set(['approval_resolved', 'question_resolved', 'request_closed'])

/** Between steps, not inside of one: a turn is open while the session runs or waits. */
function settled({ turn, requests, attention, meta }: SessionState): void {
  expect(turn !== null).toBe(meta.status === 'running' || meta.status === 'waiting')
  expect(requests.length > 0).toBe(meta.status === 'waiting')
  expect(attention.map(({ requestId }) => requestId)).toEqual(requests.map(({ requestId }) => requestId))
}

function textsByTurn(events: readonly Folded[]) {
  const turns = new Map<string, { deltas: string; segments: string; end: Folded | undefined }>()
  for (const event of events) {
    if (event.turnId === undefined) continue
    const turn = turns.get(event.turnId) ?? { deltas: '', segments: '', end: undefined }
    if (event.type === 'text_delta') turn.deltas += event.data?.text
    if (event.type === 'message_complete') turn.segments += event.data?.text
    if (event.type === 'turn_complete' || event.type === 'turn_error') turn.end = event
    turns.set(event.turnId, turn)
  }
  return [...turns.values()].filter(({ end }) => end)
}

describe('every story of a driven session', () => {
  it('keeps its order, its states, its requests and its attention', () => {
    fc.assert(
      fc.property(story, (steps) => {
        const played = playAll(steps)
        holds(played)
        settled(played.state)
      }),
    )
  })

  it('tells its text once in pieces, once in segments and once in the end', () => {
    fc.assert(
      fc.property(story, (steps) => {
        for (const { deltas, segments, end } of textsByTurn(playAll(steps).events)) {
          expect(segments === deltas).toBe(true)
          const { finalText = deltas, truncated } = end?.data ?? {}
          expect(truncated === true ? deltas.startsWith(String(finalText)) : finalText === deltas).toBe(true)
        }
      }),
    )
  })

  it('folds from any of its snapshots to the same end', () => {
    fc.assert(
      fc.property(story, fc.nat(), (steps, at) => {
        const { state, events, states } = playAll(steps)
        const k = at % states.length
        expect(events.slice(k).reduce(fold, states[k] ?? state)).toEqual(state)
      }),
    )
  })
})

const numbered = (Object.keys(REGISTRY) as EventType[]).filter(isNumbered)
const oddValue = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
  fc.constantFrom<Json>(null, '', 0, -1, {}, [], { toString: 1 }, { valueOf: null }, 'x'.repeat(300_000)),
)
/** Any type with its fields left out, replaced by anything, or as they should be. */
const oddDraft = fc.constantFrom(...numbered).chain((type) => {
  const { example } = rowOf(type)
  const fields = Object.keys(example)
  return fc
    .tuple(...fields.map(() => fc.oneof(fc.constant('as it should be'), fc.constant('left out'), oddValue)))
    .map((values) => {
      const data: JsonObject = {}
      for (const [index, field] of fields.entries()) {
        const value = values[index] as Json
        if (value === 'left out') continue
        data[field] = value === 'as it should be' ? (example[field] ?? null) : value
      }
      return happens(type, data)
    })
})

describe('what happens is never refused', () => {
  it.each(['driven', 'observed'] as const)('in a session that is %s, whatever values come', (origin) => {
    const start: SessionState = { ...UNNAMED, meta: { ...META, origin, status: 'ready' } }
    fc.assert(
      fc.property(fc.array(fc.oneof(oddDraft, command), { maxLength: 15 }), (steps) => {
        const told = steps.filter(({ draft }) => draft.type !== 'session_updated')
        const played = playAll(told, start)
        expect(SESSION_STATUSES).toContain(played.state.meta.status)
        expect(() => JSON.stringify(played.state)).not.toThrow()
        const [middle] = played.states.slice(played.events.length >> 1)
        const rest = played.events.slice(played.events.length >> 1)
        expect(rest.reduce(fold, middle ?? start)).toEqual(played.state)
      }),
      { numRuns: 300 },
    )
  })

  it('nor are arguments nested without end', () => {
    let args: Json = []
    for (let depth = 0; depth < 200_000; depth++) args = [args]
    const { state } = tell(
      [commanded('turn_started'), happens('tool_call', { toolCallId: 'c', toolName: 't', args })],
      DRIVEN,
    )
    expect(state.turn?.toolCalls).toMatchObject([{ toolCallId: 'c', argsSoFar: '' }])
  })

  it('nor is data that is missing', () => {
    for (const type of numbered) {
      const { draft } = happens(type)
      const { data: _data, ...bare } = draft
      expect(() => tell([commanded('turn_started'), { draft: bare, command: false }], DRIVEN)).not.toThrow()
    }
  })
})
