import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Draft } from '../event.js'
import type { EventType } from '../registry/registry.js'
import { isDurable, isNumbered, REGISTRY, rowOf } from '../registry/registry.js'
import { SESSION_STATUSES } from '../registry/shapes.js'
import { fold } from './fold.js'
import { draftOf, META, play, SOURCE, types } from './story.fixture.js'
import { canMove, pathBetween, TRANSITIONS } from './transitions.js'

const turnId = fc.constantFrom('1', '2', undefined)
const anyDraft: fc.Arbitrary<Draft> = fc.oneof(
  turnId.map((turn) => draftOf('turn_started', {}, turn)),
  fc.tuple(fc.string(), turnId).map(([finalText, turn]) => draftOf('turn_complete', { finalText }, turn)),
  turnId.map((turn) => draftOf('turn_error', { message: 'm', code: 'AGENT_ERROR' }, turn)),
  fc
    .constantFrom('r1', 'r2')
    .map((requestId) => draftOf('permission_requested', { requestId, toolName: 't', description: 'd' })),
  fc.constant(draftOf('permission_requested', { toolName: 't', description: 'd' })),
  fc.constant(draftOf('question_requested', { questions: [{ id: 'q', text: 'Which?', type: 'text' }] })),
  fc.boolean().map((approved) => draftOf('approval_resolved', { approved, by: { userId: 'u', via: 'ws' } })),
  fc.constant(
    draftOf('question_resolved', { answers: {}, dismissed: false, by: { userId: 'u', via: 'ws' } }),
  ),
  fc.constantFrom('r1', 'r2').map((requestId) => draftOf('request_closed', { requestId, reason: 'expired' })),
  fc.constantFrom(...SESSION_STATUSES).map((state) => draftOf('session_state', { state })),
  fc.string().map((name) => draftOf('session_updated', { name })),
  fc
    .constantFrom<EventType>('session_archived', 'session_unarchived', 'session_paused', 'session_resumed')
    .map((type) => draftOf(type, {})),
  fc.string().map((text) => draftOf('text_delta', { text })),
  fc.string().map((text) => draftOf('thinking_progress', { text })),
  fc.string().map((content) => draftOf('user_message', { content, via: 'test' })),
  fc.constant(draftOf('tool_call_start', { toolCallId: 'c', toolName: 'bash' })),
  fc.string().map((delta) => draftOf('tool_call_delta', { toolCallId: 'c', delta })),
  fc.constant(draftOf('tool_call', { toolCallId: 'c', toolName: 'bash', args: {} })),
  fc.constant(draftOf('tool_result', { toolCallId: 'c', status: 'success' })),
  fc.constant(draftOf('tool_error', { toolCallId: 'c', error: 'x' })),
  fc.constant(draftOf('message_complete', { text: 'x' })),
  fc
    .constantFrom<EventType>('notify_event', 'notify_new_plan', 'notify_progress', 'notify_finish')
    .map((type) => ({
      type,
      source: SOURCE,
      json: '{}',
    })),
)
const anyStory = fc.array(anyDraft, { maxLength: 40 })

const numbered = (Object.keys(REGISTRY) as EventType[]).filter(isNumbered)
/** The example of every numbered event type, as if a source had told it. */
const anyExample = fc.constantFrom(...numbered).map((type) => draftOf(type, rowOf(type).example))

/** What happens only after something else did. */
const UNDONE: Partial<Record<EventType, EventType>> = {
  session_unarchived: 'session_archived',
  session_resumed: 'session_paused',
}

describe('snapshot law', () => {
  const holds = (drafts: Draft[]) => {
    const { state, events, states } = play(drafts)
    for (const [k, before] of states.entries()) expect(events.slice(k).reduce(fold, before)).toEqual(state)
    return events.map(({ type }) => type)
  }

  it('apply(snapshot at k, events k+1..n) is the snapshot at n, for every k', () => {
    const story = fc.array(fc.oneof(anyDraft, anyExample), { maxLength: 40 })
    fc.assert(fc.property(story, (drafts) => void holds([draftOf('session_created', {}), ...drafts])))
  })

  it.each(numbered)('holds for %s, in a turn and outside', (type) => {
    const tell = draftOf(type, rowOf(type).example)
    const undoes = Object.hasOwn(UNDONE, type) ? [draftOf(UNDONE[type] ?? type, {})] : []
    const story = [...undoes, tell, draftOf('turn_started', {}), tell, draftOf('turn_complete', {})]
    expect(holds(story)).toContain(type)
    const turns = play(story)
      .events.filter((event) => event.type === type)
      .map((event) => event.turnId)
    const { turn } = rowOf(type)
    if (turn === 'required') expect(turns).not.toContain(undefined)
    if (turn === undefined) expect(turns.filter((turnId) => turnId !== undefined)).toEqual([])
  })
})

describe('what holds in every story of an observed session', () => {
  it('numbers rise by one, time never falls, every state change is allowed', () => {
    fc.assert(
      fc.property(anyStory, (drafts) => {
        const { events } = play(drafts)
        let status = META.status
        events.forEach((event, index) => {
          expect(event.seq).toBe(index + 1)
          expect(event.ts).toBeGreaterThanOrEqual(events[index - 1]?.ts ?? 0)
          if (event.type !== 'session_state') return
          const next = event.data?.state as typeof status
          expect(canMove(status, next)).toBe(true)
          status = next
        })
      }),
    )
  })

  it('a request is pending exactly while its attention is raised, and never outlives its turn', () => {
    fc.assert(
      fc.property(anyStory, (drafts) => {
        const { state } = play(drafts)
        expect(state.attention.map(({ requestId }) => requestId)).toEqual(
          state.requests.map(({ requestId }) => requestId),
        )
        if (!state.turn) expect(state.requests).toEqual([])
      }),
    )
  })

  it('every turn that starts ends once, before the next starts', () => {
    fc.assert(
      fc.property(anyStory, (drafts) => {
        let open: string | undefined
        for (const event of play(drafts).events) {
          if (event.type === 'turn_started') {
            expect(open).toBeUndefined()
            open = event.turnId
          } else if (event.type === 'turn_complete' || event.type === 'turn_error') {
            expect(event.turnId).toBe(open)
            open = undefined
          }
        }
      }),
    )
  })
})

describe('decide', () => {
  it('puts in what must have come before an observed turn', () => {
    expect(types(play([draftOf('turn_started', {}, '1')]).events)).toEqual([
      'state activating',
      'state ready',
      'turn_started',
      'state running',
    ])
  })

  it('opens and closes a turn that is first heard of at its end', () => {
    const { events, state } = play([draftOf('turn_complete', { finalText: 'Done.' }, '7')])
    expect(types(events)).toEqual([
      'state activating',
      'state ready',
      'turn_started',
      'state running',
      'turn_complete',
      'state ready',
    ])
    expect(state.turn).toBeNull()
    expect(state.meta.status).toBe('ready')
  })

  it('raises attention while a request waits and clears it with the answer', () => {
    const ask = draftOf('permission_requested', {
      requestId: 'r',
      toolName: 'exec',
      description: 'cargo build',
    })
    const asked = play([ask])
    expect(asked.state.meta.status).toBe('waiting')
    expect(asked.state.attention).toMatchObject([
      { kind: 'permission', message: 'cargo build', requestId: 'r' },
    ])
    const answered = play([
      ask,
      draftOf('approval_resolved', { approved: true, by: { userId: 'u', via: 'ws' } }),
    ])
    expect(answered.state.meta.status).toBe('running')
    expect(answered.state.attention).toEqual([])
    expect(answered.events.find((event) => event.type === 'approval_resolved')?.data?.requestId).toBe('r')
  })

  it('takes a request that is already pending only once', () => {
    const ask = draftOf('permission_requested', { requestId: 'r', toolName: 'exec', description: 'ls' })
    expect(play([ask, ask]).events).toEqual(play([ask]).events)
  })

  it('closes what is pending when the agent goes on without us', () => {
    const { events } = play([
      draftOf('permission_requested', { requestId: 'r', toolName: 'exec', description: 'ls' }),
      draftOf('turn_complete', { finalText: '' }),
    ])
    expect(events.find((event) => event.type === 'request_closed')?.data).toEqual({
      requestId: 'r',
      reason: 'resolved_elsewhere',
      waitedMs: 5,
    })
  })

  it('follows turn_error with session_state error', () => {
    const { events } = play([draftOf('turn_error', { message: 'gone', code: 'AGENT_DISCONNECTED' })])
    expect(types(events).slice(-2)).toEqual(['turn_error', 'state error'])
  })

  it('ends an open turn when another is first heard of', () => {
    const { events } = play([
      draftOf('turn_started', {}, '1'),
      draftOf('turn_complete', { finalText: 'b' }, '2'),
    ])
    const ends = events.filter((event) => event.type === 'turn_complete')
    expect(ends.map((event) => event.data?.stopReason)).toEqual(['superseded', undefined])
  })

  it('says session_updated when the status changed, once, at the end; and nothing when nothing changes', () => {
    const { events } = play([draftOf('turn_started', {})])
    expect(events.at(-1)).toMatchObject({ type: 'session_updated', data: { session: { status: 'running' } } })
    expect(events.filter((event) => event.type === 'session_updated')).toHaveLength(1)
    expect(play([draftOf('session_unarchived', {}), draftOf('session_updated', {})]).events).toEqual([])
  })

  it('refuses commands that do not fit the state', () => {
    expect(() => play([draftOf('session_state', { state: 'running' })], true)).toThrow(
      /cannot become running/,
    )
    expect(() => play([draftOf('turn_started', {}), draftOf('turn_started', {})], true)).toThrow(
      'A turn is running',
    )
    expect(() => play([draftOf('approval_resolved', { requestId: 'r', approved: true })], true)).toThrow(
      'not found',
    )
  })
})

describe('transitions', () => {
  it('lead from every state to every other by allowed steps', () => {
    for (const from of SESSION_STATUSES) {
      for (const to of SESSION_STATUSES) {
        let here = from
        for (const step of pathBetween(from, to)) {
          expect(TRANSITIONS[here]).toContain(step)
          here = step
        }
        expect(here).toBe(to)
      }
    }
  })

  it('events of a story are durable unless the registry says otherwise', () => {
    expect(isDurable('text_delta')).toBe(false)
    expect(isDurable('turn_complete')).toBe(true)
  })
})
