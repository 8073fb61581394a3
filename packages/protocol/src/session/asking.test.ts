import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../event.js'
import type { AutonomyProfile } from '../registry/shapes.js'
import { requestOutcome } from './requests.js'
import { emptyState, type SessionState } from './state.js'
import {
  BY,
  commanded,
  DRIVEN,
  dataOf,
  happens,
  inTurn,
  META,
  type Step,
  tell,
  types,
} from './story.fixture.js'

const OBSERVED = emptyState({ ...META, name: 'Given' })
const wants = (toolName: string, description = 'd', more: JsonObject = {}) =>
  happens('permission_requested', { requestId: 'r', toolName, description, ...more })
const QUESTIONS = [
  { id: 'how', text: 'Which way?', type: 'choice', options: ['fast', 'safe'], required: true },
  { id: 'sure', text: 'Sure?', type: 'confirm' },
  { id: 'why', text: 'Why?', type: 'text' },
]
const asks = happens('question_requested', { requestId: 'q', questions: QUESTIONS })
const answers = (answers: JsonObject, more: JsonObject = {}) =>
  commanded('question_resolved', { requestId: 'q', answers, dismissed: false, by: BY, ...more })
const approves = (more: JsonObject = {}) =>
  commanded('approval_resolved', { requestId: 'r', approved: true, by: BY, ...more })
const under = (autonomyProfile: AutonomyProfile): SessionState => ({ ...DRIVEN, autonomyProfile })

describe('answers of people', () => {
  it('end the request with how long it waited, and the agent goes on', () => {
    const { events, state } = inTurn([wants('bash'), approves({ message: 'go' })])
    expect(types(events).slice(-3)).toEqual(['approval_resolved', 'attention_cleared', 'state running'])
    expect(dataOf(events, 'approval_resolved')).toEqual([
      { requestId: 'r', approved: true, by: BY, message: 'go', waitedMs: 5 },
    ])
    expect(state).toMatchObject({ requests: [], attention: [], meta: { status: 'running' } })
  })

  it('wait for the others when several are asked', () => {
    const { events, state } = inTurn([wants('bash'), asks, approves()])
    expect(types(events).at(-1)).toBe('attention_cleared')
    expect(state.meta.status).toBe('waiting')
  })

  it.each([
    ['an unknown request', [wants('bash'), approves({ requestId: 'x' })], 'requestNotFound', undefined],
    [
      'answers to a permission',
      [wants('bash'), answers({}, { requestId: 'r' })],
      'invalidMessage',
      'requestId',
    ],
    ['approval of a question', [asks, approves({ requestId: 'q' })], 'invalidMessage', 'requestId'],
    ['an unknown question', [asks, answers({ how: 'fast', x: 'y' })], 'invalidMessage', 'answers.x'],
    ['a choice that is none', [asks, answers({ how: 'Fast' })], 'invalidMessage', 'answers.how'],
    [
      'a confirm that is neither',
      [asks, answers({ how: 'fast', sure: 'ok' })],
      'invalidMessage',
      'answers.sure',
    ],
    ['a required one left out', [asks, answers({ sure: 'yes' })], 'invalidMessage', 'answers.how'],
    ['an answer that is no text', [asks, answers({ how: 'fast', why: 7 })], 'invalidMessage', 'answers.why'],
  ] as [string, Step[], string, string | undefined][])('refuses %s', (_what, steps, kind, field) => {
    expect(() => inTurn(steps)).toThrow(expect.objectContaining({ kind, field }))
  })

  it.each([
    ['what fits', answers({ how: 'safe', sure: 'no', why: 'because' })],
    ['what is required alone', answers({ how: 'fast' })],
    ['nothing, when dismissed', answers({}, { dismissed: true })],
  ])('takes %s', (_what, step) => {
    const { events, state } = inTurn([asks, step])
    expect(dataOf(events, 'question_resolved')).toEqual([{ ...step.draft.data, waitedMs: 5 }])
    expect(state.requests).toEqual([])
  })

  it('are taken as they come where the questions say nothing of them', () => {
    const odd = [{ id: 'a', text: 'A?', type: 'choice' }, { id: 'b', type: 'slider' }, 'no question', null]
    const steps = [
      happens('question_requested', { requestId: 'q', questions: odd }),
      answers({ a: 'x', b: 'y' }),
    ]
    expect(inTurn(steps).state.requests).toEqual([])
    const none = happens('question_requested', { requestId: 'q', questions: 'none' })
    expect(inTurn([none, answers({})]).state.requests).toEqual([])
  })

  it('come from people alone where the agent is ours: the word of somebody else is nothing', () => {
    const { events, state } = inTurn([
      wants('bash'),
      happens('approval_resolved', { approved: true, by: BY }),
    ])
    expect([dataOf(events, 'approval_resolved'), state.requests.length]).toEqual([[], 1])
  })

  it('end once, whoever runs the agent: what is told again later is nothing', () => {
    const again = happens('approval_resolved', { requestId: 'r', approved: false, by: BY })
    const driven = inTurn([wants('bash'), approves(), again])
    expect(dataOf(driven.events, 'approval_resolved')).toHaveLength(1)
    const observed = tell([wants('bash'), again, again], OBSERVED)
    expect(dataOf(observed.events, 'approval_resolved')).toHaveLength(1)
  })

  it('that the agent withdraws are closed, with how long they waited', () => {
    const { events } = inTurn([
      wants('bash'),
      happens('request_closed', { requestId: 'r', reason: 'because' }),
    ])
    expect(dataOf(events, 'request_closed')).toEqual([{ requestId: 'r', reason: 'withdrawn', waitedMs: 5 }])
  })
})

describe('answers by rule', () => {
  const AUTONOMY = { userId: 'signalbox', via: 'autonomy' }

  it('are told at once, without waiting and without attention', () => {
    const { events, state } = inTurn([wants('Read')], under('recommended'))
    expect(types(events)).toEqual(['permission_requested', 'approval_resolved'])
    expect(dataOf(events, 'approval_resolved')).toEqual([
      { requestId: 'r', approved: true, by: AUTONOMY, rule: 'recommended: read', waitedMs: 0 },
    ])
    expect(state).toMatchObject({ requests: [], attention: [], meta: { status: 'running' } })
  })

  it('leave a person who is asked something else alone', () => {
    const steps = [wants('bash'), wants('Read', 'd', { requestId: 'r2' })]
    const { events, state } = inTurn(steps, under('recommended'))
    expect(dataOf(events, 'approval_resolved')).toMatchObject([{ requestId: 'r2' }])
    expect(state).toMatchObject({ requests: [{ requestId: 'r' }], meta: { status: 'waiting' } })
  })

  it('are asked of people where the profile says so', () => {
    for (const profile of ['ask_every_time', 'recommended'] as const) {
      expect(inTurn([wants('bash')], under(profile)).state.meta.status).toBe('waiting')
    }
  })

  it('dismiss questions where nobody is to be asked', () => {
    const { events, state } = inTurn([asks], under('never_ask'))
    expect(types(events)).toEqual(['question_requested', 'question_resolved'])
    expect(dataOf(events, 'question_resolved')).toEqual([
      {
        requestId: 'q',
        answers: {},
        dismissed: true,
        by: AUTONOMY,
        rule: 'never_ask: question',
        waitedMs: 0,
      },
    ])
    expect(state.attention).toEqual([])
    expect(inTurn([asks], under('auto_pilot')).state.meta.status).toBe('waiting')
  })

  it('are never given for a session that is watched', () => {
    const watched: SessionState = { ...OBSERVED, autonomyProfile: 'never_ask' }
    expect(tell([wants('Read'), asks], watched).state.requests).toHaveLength(2)
    const changed = tell(
      [wants('Read'), commanded('autonomy_profile_updated', { profile: 'never_ask' })],
      OBSERVED,
    )
    expect(changed.state).toMatchObject({ autonomyProfile: 'never_ask', requests: [{ requestId: 'r' }] })
  })
})

describe('a new profile', () => {
  const profile = (profile: string) => commanded('autonomy_profile_updated', { profile })

  it('answers what waits when it would have approved it', () => {
    const { events, state } = inTurn([wants('Edit'), profile('auto_pilot')])
    expect(types(events).slice(-4)).toEqual([
      'autonomy_profile_updated',
      'approval_resolved',
      'attention_cleared',
      'state running',
    ])
    expect(dataOf(events, 'approval_resolved')).toMatchObject([{ rule: 'auto_pilot: write', waitedMs: 5 }])
    expect(state.autonomyProfile).toBe('auto_pilot')
  })

  it('leaves what it would ask', () => {
    const steps = [wants('Edit'), wants('rm', 'd', { requestId: 'r2' }), asks, profile('auto_pilot')]
    const { state } = inTurn(steps)
    expect(state.requests.map(({ requestId }) => requestId)).toEqual(['r2', 'q'])
    expect(state.meta.status).toBe('waiting')
    expect(tell([profile('never_ask')], state).state).toMatchObject({
      requests: [],
      meta: { status: 'running' },
    })
  })

  it('that is none changes nothing', () => {
    expect(inTurn([profile('yolo')]).state.autonomyProfile).toBe('ask_every_time')
  })
})

describe('remembered answers', () => {
  const once = (step: Step, approved: boolean): Step[] => [
    step,
    commanded('approval_resolved', { requestId: 'r', approved, by: BY, remember: true }),
  ]

  it('hold for the next time, whatever they were', () => {
    for (const approved of [true, false]) {
      const { events } = inTurn([...once(wants('Edit', 'a.ts'), approved), wants('Edit', 'b.ts')])
      expect(dataOf(events, 'approval_resolved').at(-1)).toEqual({
        requestId: 'r',
        approved,
        by: { userId: 'signalbox', via: 'autonomy' },
        rule: 'remembered',
        waitedMs: 0,
      })
    }
  })

  it('hold for the same command only', () => {
    const allowed = once(wants('bash', 'ls'), true)
    expect(inTurn([...allowed, wants('bash', 'ls')]).state.requests).toEqual([])
    expect(inTurn([...allowed, wants('bash', 'ls -a')]).state.requests).toHaveLength(1)
  })

  it('are not made by answers that are for once', () => {
    expect(inTurn([wants('bash'), approves()]).state.remembered).toEqual([])
    expect(inTurn([wants('bash'), approves({ remember: false })]).state.remembered).toEqual([])
  })

  it('are forgotten where a person wants to be asked every time', () => {
    const allowed = once(wants('bash', 'ls'), true)
    const kept = inTurn([...allowed, commanded('autonomy_profile_updated', { profile: 'recommended' })])
    expect(kept.state.remembered).toHaveLength(1)
    const again = commanded('autonomy_profile_updated', { profile: 'ask_every_time' })
    expect(inTurn([...allowed, again, wants('bash', 'ls')]).state.requests).toHaveLength(1)
  })

  it('count for more than the profile', () => {
    const { state } = inTurn(once(wants('Edit'), false))
    const { events } = tell([wants('Edit')], { ...state, autonomyProfile: 'never_ask' })
    expect(dataOf(events, 'approval_resolved')).toMatchObject([{ approved: false, rule: 'remembered' }])
  })
})

describe('ids and texts that are odd', () => {
  it.each([undefined, '', null, {}, ['r']])('makes an id where %j stands for one', (requestId) => {
    const data: JsonObject = { toolName: 't', description: { toString: 1 } }
    const step = happens('permission_requested', requestId === undefined ? data : { ...data, requestId })
    const { state } = inTurn([step])
    expect(state.requests).toMatchObject([{ requestId: expect.stringMatching(/^req_/) }])
    expect(state.attention).toMatchObject([{ message: '' }])
  })

  it('knows a request by the number it was given', () => {
    const step = happens('permission_requested', { requestId: 0, toolName: 't', description: 'd' })
    const { state } = inTurn([step, happens('request_closed', { requestId: 0 })])
    expect(state.requests).toEqual([])
  })
})

it('says how a request ended in one word', () => {
  expect(requestOutcome('approval_resolved', { approved: true })).toBe('approved')
  expect(requestOutcome('approval_resolved', { approved: false })).toBe('denied')
  expect(requestOutcome('question_resolved', { answers: {}, dismissed: false })).toBe('answered')
  expect(requestOutcome('question_resolved', { dismissed: true })).toBe('dismissed')
  expect(requestOutcome('request_closed', { reason: 'gateway_restarted' })).toBe('gateway_restarted')
  expect(requestOutcome('request_closed', {})).toBe('withdrawn')
})
