import { describe, expect, it } from 'vitest'
import { type EventType, isNumbered, REGISTRY, rowOf } from '../registry/registry.js'
import { SESSION_STATUSES } from '../registry/shapes.js'
import { decide } from './decide.js'
import { fold, keepsState } from './fold.js'
import { stateSnapshot, streamSnapshot } from './snapshot.js'
import { DEFAULT_SETTINGS, durablePart, emptyState, isStale, keptState, type SessionState } from './state.js'
import { commanded, DRIVEN, draftOf, happens, inTurn, META, tell, types } from './story.fixture.js'

const CONTEXT = { epoch: 'e', recentHistory: [], subscriberCount: 1 }

describe('what is kept on disk', () => {
  it('is all but what the running turn said', () => {
    const { state } = inTurn([
      happens('text_delta', { text: 'Hello' }),
      happens('thinking_progress', { text: 'hm' }),
      happens('tool_call_start', { toolCallId: 'c', toolName: 'bash' }),
      happens('usage_update', { inputTokens: 5 }),
    ])
    expect(durablePart(state)).toEqual({
      ...state,
      turn: {
        turnId: 'turn_id1',
        nativeId: null,
        startedAt: 1000,
        text: '',
        textBytes: 0,
        segment: '',
        segmentBytes: 0,
        segmentSeq: 0,
        thinking: '',
        toolCalls: [],
      },
    })
    expect(durablePart(DRIVEN)).toBe(DRIVEN)
  })

  it('changes only by types that say so', () => {
    const start = inTurn([happens('plan_created', REGISTRY.plan_created.example)]).state
    const still = (state: SessionState) => {
      const { seq, ts, heardAt, meta, ...rest } = durablePart(state)
      return { ...rest, meta: { ...meta, lastActivityAt: 0 } }
    }
    for (const type of (Object.keys(REGISTRY) as EventType[]).filter(isNumbered)) {
      const { example: data } = rowOf(type)
      const after = fold(start, { type, seq: 99, ts: start.ts, turnId: 'turn_id1', data })
      if (!keepsState(type)) expect([type, still(after)]).toEqual([type, still(start)])
    }
  })

  it('holds what ephemeral events tell and nothing tells again', () => {
    const types: EventType[] = ['plan_step_started', 'plan_step_completed', 'usage_update', 'usage_context']
    expect(types.filter(keepsState)).toEqual(types)
    const told: EventType[] = [
      'text_delta',
      'message_complete',
      'thinking_progress',
      'tool_call',
      'tool_result',
    ]
    expect(told.filter(keepsState)).toEqual([])
  })

  it('is read as an older release left it', () => {
    const { meta, seq, ts, requests, attention } = DRIVEN
    const turn = { turnId: 't', nativeId: null, startedAt: 1, text: '', thinking: '', toolCalls: [] }
    const old = { meta, seq, ts, requests, attention, turn } as unknown as SessionState
    expect(keptState(old)).toEqual({
      ...DRIVEN,
      turn: { ...turn, textBytes: 0, segment: '', segmentBytes: 0, segmentSeq: 0 },
      lastTurnId: 't',
      namedBy: 'person',
    })
    const { state } = inTurn()
    expect(keptState(JSON.parse(JSON.stringify(durablePart(state))))).toEqual(state)
  })
})

describe('mode and settings', () => {
  it('are what was set last; a value that is none changes nothing', () => {
    const { state } = tell(
      [
        commanded('mode_switched', { mode: 'plan' }),
        commanded('mode_switched', { mode: 'turbo' }),
        commanded('session_settings_updated', { settings: { coalesceMs: 25 } }),
        commanded('session_settings_updated', { settings: { coalesceMs: -1, idleCloseMs: 0, other: 1 } }),
        commanded('session_settings_updated', { settings: null }),
      ],
      DRIVEN,
    )
    expect(state.mode).toBe('plan')
    expect(state.settings).toEqual({ ...DEFAULT_SETTINGS, coalesceMs: 25, idleCloseMs: 0 })
    expect(stateSnapshot(state, CONTEXT)).toMatchObject({ mode: 'plan', settings: state.settings })
  })

  it('are said again when set again: who asked is told', () => {
    const { events } = tell([commanded('mode_switched', { mode: 'implement' })], DRIVEN)
    expect(types(events)).toEqual(['mode_switched'])
  })
})

describe('stale', () => {
  const heard = emptyState({ ...META, status: 'running' })

  it('is a watched session at work that was last heard of before the gateway started', () => {
    expect(isStale({ ...heard, ts: 5 }, 6)).toBe(true)
    expect(isStale({ ...heard, ts: 6 }, 6)).toBe(false)
    expect(isStale({ ...heard, ts: 5 }, undefined)).toBe(false)
    expect(isStale({ ...DRIVEN, ts: 5 }, 6)).toBe(false)
    const stale = SESSION_STATUSES.filter((status) => isStale(emptyState({ ...META, status }), 6))
    expect(stale).toEqual(['activating', 'ready', 'running', 'waiting', 'deactivating'])
  })

  it('is told by the snapshot', () => {
    expect(stateSnapshot(heard, { ...CONTEXT, startedAt: 6 }).session).toEqual({ ...heard.meta, stale: true })
    expect(stateSnapshot(heard, CONTEXT).session).toEqual(heard.meta)
  })

  it('ends with the first thing that is heard, which lists are told of once', () => {
    const moment = { now: 10, newId: () => 'id', startedAt: 6 }
    const quiet = emptyState({ ...META, status: 'ready' })
    const first = decide(quiet, draftOf('notify_event'), moment)
    expect(first.decided.map(({ event }) => event.type)).toEqual(['notify_event', 'session_updated'])
    expect(first.decided[1]?.event.data?.session).not.toHaveProperty('stale')
    const second = decide(first.state, draftOf('notify_event'), moment)
    expect(second.decided.map(({ event }) => event.type)).toEqual(['notify_event'])
    const renamed = decide(quiet, draftOf('session_updated', { name: 'x' }), moment, true)
    expect(renamed.decided.map(({ event }) => event.type)).toEqual(['session_updated', 'watch_state'])
    expect(decide(quiet, draftOf('session_unarchived'), moment).decided).toEqual([])
  })
})

it('tells what a running turn said so far', () => {
  const { state } = inTurn([
    happens('text_delta', { text: 'Hello' }),
    happens('thinking_progress', { text: 'hm' }),
    happens('tool_call', { toolCallId: 'c', toolName: 'bash', args: { command: 'ls' } }),
  ])
  expect(stateSnapshot(state, CONTEXT).currentTurn).toEqual({
    turnId: 'turn_id1',
    textSoFar: 'Hello',
    startedAt: 1000,
  })
  expect(streamSnapshot(state)).toMatchObject({
    textSoFar: 'Hello',
    thinkingSoFar: 'hm',
    toolCalls: [{ toolCallId: 'c', toolName: 'bash', argsSoFar: '{"command":"ls"}', status: 'running' }],
  })
  expect(streamSnapshot(DRIVEN)).toBeUndefined()
})
