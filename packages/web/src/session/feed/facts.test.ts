import type { SessionEvent } from '@signalbox/client'
import { describe, expect, it } from 'vitest'
import { joinedAt, playSession, type Step } from '../transcript/played-session.fixture.js'
import { factsAfter, factsOf } from './facts.js'

const steps = [
  { id: 'a', title: 'Read', status: 'pending' },
  { id: 'b', title: 'Write', status: 'pending' },
]
const STORY: Step[] = [
  { type: 'turn_started', command: true },
  { type: 'plan_created', data: { planId: 'p', title: 'Plan', steps } },
  { type: 'plan_step_started', data: { planId: 'p', stepId: 'a', title: 'Read', status: 'in_progress' } },
  {
    type: 'usage_update',
    data: {
      model: 'm',
      provider: null,
      inputTokens: 5,
      outputTokens: 1,
      cachedTokens: null,
      costMicroDollars: 7,
    },
  },
  { type: 'plan_step_completed', data: { planId: 'p', stepId: 'a', title: 'Read', status: 'completed' } },
  { type: 'usage_context', data: { contextTokens: 10, maxContextTokens: 100 } },
  { type: 'mode_switched', data: { mode: 'plan' }, command: true },
  { type: 'autonomy_profile_updated', data: { profile: 'recommended' }, command: true },
  { type: 'session_paused', command: true },
  { type: 'turn_complete', data: { finalText: 'Done.' } },
]
const { events, states } = playSession(STORY)
const at = (index: number) => {
  const state = states[index]
  if (!state) throw new Error('no such point')
  return factsOf(joinedAt(state).snapshot)
}

describe('the facts of a session', () => {
  it('are the same from the snapshot of any moment on', () => {
    const end = at(states.length - 1)
    for (let from = 0; from < states.length; from++) {
      const told = events.slice(from + 1).reduce(factsAfter, at(from))
      const { at: _at, session, ...rest } = told
      expect(rest).toEqual({ ...rest, plan: end.plan, usage: end.usage, mode: end.mode, turn: null })
      expect(session.status).toBe(end.session.status)
      expect(session.paused).toBe(true)
      expect(told.autonomyProfile).toBe('recommended')
    }
  })

  it('do not take again what the snapshot has', () => {
    const end = at(states.length - 1)
    expect(events.reduce(factsAfter, end)).toBe(end)
  })

  it('know the turn under way', () => {
    const started = events.find((event) => event.type === 'turn_started') as SessionEvent
    expect(at(1).turn).toEqual({ turnId: started.turnId, startedAt: started.ts })
  })
})
