import type { Frame } from '../engine/witness.js'
import type { Tampering } from './tampering-proxy.js'

/** Tampers with the frames of one type. */
export const only = (type: string, change: (frame: Frame) => object[]): NonNullable<Tampering['frame']> => {
  return (frame) => (frame.type === type ? change(frame) : [frame])
}
export const without =
  (field: string) =>
  ({ [field]: _, ...frame }: Frame): object[] => [frame]
const set =
  (fields: object) =>
  (frame: Frame): object[] => [{ ...frame, ...fields }]
const code = (from: string, to: string) =>
  only('error', (frame) => [frame.code === from ? { ...frame, code: to } : frame])

/** Two types in the other order: the first that comes of one is told after the first of the other. */
function swapped(early: string, late: string): NonNullable<Tampering['frame']> {
  const held: Frame[] = []
  return (frame) => {
    if (frame.type === early) held.push(frame)
    return frame.type === early ? [] : frame.type === late ? [frame, ...held.splice(0)] : [frame]
  }
}

/** A list from which nothing ever goes. */
function remembered(type: string, list: string): NonNullable<Tampering['frame']> {
  const known = new Map<unknown, Frame>()
  return only(type, (frame) => {
    for (const entry of frame[list] as Frame[]) known.set(entry.requestId, entry)
    return [{ ...frame, [list]: [...known.values()] }]
  })
}

/** Whether a wish was heard of before. */
const again = (() => {
  const known = new Set<string>()
  return ({ sessionId, clientTurnId }: Frame) => {
    const key = `${sessionId} ${clientTurnId}`
    const before = clientTurnId !== undefined && known.has(key)
    known.add(key)
    return before
  }
})()

/**
 * What a gateway can do wrong, and the cases that see it. They take an agent its time: what they wait for must come, so
 * no haste makes them fail.
 */
export const WRONG_BESIDE: readonly (readonly [
  what: string,
  frame: NonNullable<Tampering['frame']>,
  cases: readonly string[],
])[] = [
  ['turn_started of another turn', only('turn_started', set({ turnId: 'turn_1' })), ['turn-run']],
  [
    'another turn each time',
    only('turn_started', (frame) => [frame.ref ? { ...frame, turnId: `turn_${frame.ref}` } : frame]),
    ['turn-client-id', 'turn-same-client-id-at-once'],
  ],
  ['Conflict as another code', code('Conflict', 'InvalidTransition'), ['turn-client-id']],
  ['TurnInProgress as another code', code('TurnInProgress', 'Conflict'), ['turn-in-progress']],
  ['NoActiveTurn as another code', code('NoActiveTurn', 'InvalidTransition'), ['turn-stop-nothing']],
  ['AgentUnavailable as another code', code('AgentUnavailable', 'NotFound'), ['turn-not-ours']],
  ['a text that is not told to be cut', only('turn_complete', without('truncated')), ['turn-long']],
  [
    'a name after a person gave one',
    only('session_state', (frame) =>
      frame.reason === 'turn_complete'
        ? [
            frame,
            {
              type: 'thread.name_complete',
              sessionId: frame.sessionId,
              seq: frame.seq,
              ts: frame.ts,
              name: 'x',
            },
          ]
        : [frame],
    ),
    ['turn-name-of-a-person'],
  ],
  [
    'another code of the failure',
    only('turn_error', set({ code: 'AGENT_TIMEOUT' })),
    ['turn-agent-error', 'turn-agent-crash'],
  ],
  ['a stop without its reason', only('turn_complete', without('stopReason')), ['turn-stop']],
  ['a stop without the text', only('turn_complete', set({ finalText: '' })), ['turn-stop']],
  ['a steer that has no id', only('steer_sent', set({ steerId: 'x' })), ['turn-steer']],
  [
    'another reason of the end',
    only('request_closed', set({ reason: 'expired' })),
    ['turn-stop-while-waiting'],
  ],
  ['a block that just ends', only('ui.spec_error', () => []), ['interface-not-closed']],
  ['a request without arguments', only('permission_requested', without('args')), ['request-permission']],
  [
    'an answer of nobody',
    only('approval_resolved', set({ by: { userId: '', via: 'ws' } })),
    ['request-permission'],
  ],
  [
    'a yes for a no',
    only('approval_resolved', set({ approved: true })),
    ['request-denied', 'autonomy-remembered'],
  ],
  [
    'questions without options',
    only('question_requested', (frame) => [
      { ...frame, questions: (frame.questions as Frame[]).map(({ options: _, ...one }) => one) },
    ]),
    ['request-question'],
  ],
  [
    'a dismissal that is none',
    only('question_resolved', set({ dismissed: false })),
    ['request-dismissed', 'autonomy-never-ask'],
  ],
  ['a late answer that is not told whose', only('error', without('by')), ['request-first-answer']],
  [
    'a late answer that is not told which',
    only('error', without('outcome')),
    ['request-first-answer', 'turn-stop-while-waiting', 'rest-respond'],
  ],
  ['RequestNotFound as another code', code('RequestNotFound', 'NotFound'), ['request-not-found']],
  [
    'a list without ends',
    only('request_list', (frame) => [
      { ...frame, requests: (frame.requests as Frame[]).map(({ outcome: _, ...one }) => one) },
    ]),
    ['request-lists'],
  ],
  [
    'attention that is not cleared',
    only('attention_list', (frame) => [
      { ...frame, attention: (frame.attention as Frame[]).map(({ clearedAt: _, ...one }) => one) },
    ]),
    ['request-lists'],
  ],
  [
    'an answer without its rule',
    only('approval_resolved', without('rule')),
    ['autonomy-recommended', 'autonomy-while-waiting'],
  ],
  [
    'a mode the snapshot does not show',
    only('state_snapshot', set({ mode: 'implement' })),
    ['settings-scope'],
  ],
  ['settings the snapshot does not show', only('state_snapshot', set({ settings: {} })), ['settings-scope']],
  [
    'a setting that is forgotten',
    only('state_snapshot', (frame) => [
      { ...frame, settings: { ...(frame.settings as object), coalesceMs: 10 } },
    ]),
    ['settings-merge'],
  ],
  ['a prompt after the answer', swapped('user_message', 'text_delta'), ['settings-merge']],
  ['requests of a session that is gone', remembered('request_list', 'requests'), ['request-deleted']],
  ['attention for a session that is gone', remembered('attention_list', 'attention'), ['request-deleted']],
]

/** As above, in cases that start gateways of their own: each of these is seen through the proxy. */
export const WRONG_OWN: typeof WRONG_BESIDE = [
  [
    'a watched session that is not told to be stale',
    only('state_snapshot', ({ session, ...frame }) => [
      { ...frame, session: { ...(session as object), stale: undefined } },
    ]),
    ['restart-observed'],
  ],
  [
    'another reason of an end',
    only('request_closed', set({ reason: 'withdrawn' })),
    ['restart-observed', 'request-expired'],
  ],
  [
    'another turn for the same wish',
    only('turn_started', (frame) => [frame.ref && again(frame) ? { ...frame, turnId: 'turn_2' } : frame]),
    ['restart-killed'],
  ],
]
