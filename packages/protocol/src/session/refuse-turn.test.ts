import { describe, expect, it } from 'vitest'
import { SignalboxError } from '../errors.js'
import { refuseTurn } from './refuse-turn.js'
import { emptyState } from './state.js'
import { commanded, DRIVEN, draftOf, happens, inTurn, META, play, tell, types } from './story.fixture.js'

const PAUSED = new SignalboxError('paused', 'thread is paused')
const ARCHIVED = new SignalboxError('invalidTransition', 'the session is archived: bring it back first')

/** What a command is refused with, told apart by kind and words. */
function refused(act: () => unknown): SignalboxError | undefined {
  try {
    act()
    return undefined
  } catch (error) {
    if (error instanceof SignalboxError) return error
    throw error
  }
}

it.each([
  [{ archived: false }, undefined],
  [{ archived: false, paused: false }, undefined],
  [{ archived: false, paused: true }, PAUSED],
  [{ archived: true }, ARCHIVED],
  // Brought back first: only then is resuming it of any use.
  [{ archived: true, paused: true }, ARCHIVED],
])('%j', (meta, error) => {
  const thrown = refused(() => refuseTurn(meta))
  expect(thrown).toEqual(error)
  expect(thrown?.kind).toBe(error?.kind)
})

describe.each([
  ['paused', 'session_paused', 'session_resumed', 'paused'],
  ['archived', 'session_archived', 'session_unarchived', 'invalidTransition'],
] as const)('a session that is %s', (_word, away, back, kind) => {
  const closed = tell([commanded(away)], DRIVEN).state

  it('begins no turn, and its agent is not started for one', () => {
    expect(refused(() => tell([commanded('turn_started')], closed))?.kind).toBe(kind)
    const inactive = { ...closed, meta: { ...closed.meta, status: 'inactive' as const } }
    const start = () => tell([commanded('session_state', { state: 'activating' })], inactive)
    expect(refused(start)?.kind).toBe(kind)
  })

  it('begins turns again when that is over', () => {
    const { events } = tell([commanded(back), commanded('turn_started')], closed)
    expect(types(events)).toEqual([back, 'turn_started', 'state running'])
  })

  it('goes on with the turn that runs: it is steered, asks, is answered and ends', () => {
    const { events, state } = inTurn([
      commanded(away),
      happens('text_delta', { text: 'Still here' }),
      commanded('steer_sent', { steerId: 's', content: 'Faster' }),
      happens('permission_requested', { requestId: 'r', toolName: 'bash', description: 'ls' }),
      commanded('approval_resolved', { requestId: 'r', approved: true, by: { userId: 'u', via: 'ws' } }),
      commanded('stop_acknowledged'),
      happens('turn_complete', { stopReason: 'user_stopped' }),
    ])
    expect(types(events)).toEqual(
      expect.arrayContaining([away, 'steer_sent', 'approval_resolved', 'stop_acknowledged', 'turn_complete']),
    )
    expect(state.turn).toBeNull()
    expect(refused(() => tell([commanded('turn_started')], state))?.kind).toBe(kind)
  })

  it('believes what an agent in a terminal tells all the same', () => {
    const watched = tell([commanded(away)], emptyState(META)).state
    expect(types(tell([happens('turn_started')], watched).events)).toContain('turn_started')
  })
})

describe('session_paused, session_resumed', () => {
  it('tell the whole session, and lists nothing more', () => {
    const { events, state } = tell([commanded('session_paused')], DRIVEN)
    expect(events).toEqual([
      {
        type: 'session_paused',
        seq: 1,
        ts: 1000,
        data: { session: { ...DRIVEN.meta, paused: true, updatedAt: 1000 } },
      },
    ])
    expect(state.meta.paused).toBe(true)
    expect(tell([commanded('session_resumed')], state).state.meta.paused).toBe(false)
  })

  it('are told once, however often they are asked for', () => {
    const [pause, resume] = [draftOf('session_paused'), draftOf('session_resumed')]
    const story = [resume, pause, pause, resume, resume]
    expect(types(play(story, true).events)).toEqual(['session_paused', 'session_resumed'])
  })

  it('are no sign of life of the agent', () => {
    expect(tell([commanded('session_paused')], DRIVEN).state.meta.lastActivityAt).toBeNull()
  })
})
