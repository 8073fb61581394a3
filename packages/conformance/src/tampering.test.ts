import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { CASES } from './cases/all-cases.js'
import type { StartGateway } from './engine/context.js'
import { type OwnGateway, startOwnGateway } from './engine/own-gateway.js'
import { type CaseResult, runCase } from './engine/run-case.js'
import type { Target } from './engine/target.js'
import type { Frame } from './engine/witness.js'
import { type Tampering, tamperedWith } from './testing/tampering-proxy.js'

// A suite that passes everything is worthless: here are gateways that are wrong, and the cases that must see it.

let own: OwnGateway
let target: Target
beforeAll(async () => {
  own = await startOwnGateway()
  target = { url: own.url, token: own.token, has: new Set(['open', 'token']) }
})
afterAll(() => own.stop())

const caseNamed = (id: string) => CASES.find((one) => one.id === id) ?? expect.fail(`there is no case ${id}`)
/** What is missing is waited for only so long. */
const SHORT_MS = 1_500
const run = (id: string, against: Target, limitMs?: number) =>
  runCase(caseNamed(id), [against], startOwnGateway, limitMs)

const only = (type: string, change: (frame: Frame) => object[]): NonNullable<Tampering['frame']> => {
  return (frame) => (frame.type === type ? change(frame) : [frame])
}
const status = (from: number, to: number): NonNullable<Tampering['answer']> => {
  return (answer) => (answer.status === from ? { ...answer, status: to } : answer)
}
const body = (change: (text: string) => string): NonNullable<Tampering['answer']> => {
  return (answer) => ({ ...answer, text: change(answer.text) })
}

const WRONG: readonly (readonly [what: string, tampering: Tampering, cases: readonly string[]])[] = [
  ['409 as 204', { answer: status(409, 204) }, ['notify-conflict']],
  ['422 as 400', { answer: status(422, 400) }, ['notify-no-payload', 'notify-blank-type']],
  ['415 as 413', { answer: status(415, 413) }, ['notify-media-type-before-size']],
  ['a refusal without code', { answer: body((text) => text.replace('"code"', '"kode"')) }, ['notify-form']],
  [
    'a refusal without error',
    { answer: body((text) => text.replace('"error"', '"err"')) },
    ['notify-no-body'],
  ],
  [
    'a refusal that names no field',
    { answer: body((text) => text.replace('"field"', '"f"')) },
    ['notify-unknown-source'],
  ],
  [
    'an answer with a body',
    { answer: (one) => (one.status === 204 ? { ...one, status: 200, text: '{}' } : one) },
    ['notify-fox'],
  ],
  [
    '405 without Allow',
    { answer: (one) => ({ ...one, headers: { ...one.headers, allow: 'GET' } }) },
    ['notify-methods'],
  ],
  [
    'raw in the events',
    { answer: body((text) => text.replaceAll('"notify":{', '"raw":"raw-only","notify":{')) },
    ['notify-raw-route'],
  ],
  [
    'a payload that was parsed',
    { answer: body((text) => (text === '' ? text : JSON.stringify(JSON.parse(text)))) },
    ['notify-payload-untouched'],
  ],
  [
    'another canonical type',
    { answer: body((text) => text.replaceAll('notify_finish', 'notify_event')) },
    ['notify-type-finish', 'batch-ndjson-and-array'],
  ],
  [
    'an event that is missing in a list',
    { answer: body((text) => text.replace('"type":"turn_complete"', '"type":"notify_event"')) },
    ['codex-agent-turn-complete'],
  ],
  ['no ref', { frame: ({ ref: _ref, ...frame }) => [frame] }, ['gateway-ping']],
  [
    'an event lost on the way',
    { frame: (frame) => (frame.seq === 5 ? [] : [frame]) },
    ['gateway-replay', 'gateway-one-form', 'gateway-join-under-load'],
  ],
  [
    'an event sent twice',
    { frame: (frame) => (frame.seq === 5 ? [frame, frame] : [frame]) },
    ['gateway-replay', 'gateway-join-under-load'],
  ],
  [
    'no end of the replay',
    { frame: only('replay_complete', (frame) => [{ ...frame, lastSeq: 0 }]) },
    ['gateway-snapshot'],
  ],
  [
    'no gap for a foreign cursor',
    { frame: only('gap', () => []) },
    ['gateway-foreign-epoch', 'gateway-cursor-ahead'],
  ],
  [
    'a cause on the wire',
    { frame: only('notify_event', (frame) => [{ ...frame, causeId: 'x' }]) },
    ['gateway-one-form'],
  ],
  [
    'a type nobody knows',
    { frame: only('session_state', (frame) => [{ ...frame, type: 'state' }]) },
    ['gateway-one-form'],
  ],
  [
    'a field of another type',
    { frame: only('turn_started', (frame) => [{ ...frame, ts: '1' }]) },
    ['gateway-one-form'],
  ],
  [
    'idle as a state',
    { frame: only('session_state', (frame) => [{ ...frame, state: 'idle' }]) },
    ['gateway-one-form'],
  ],
  [
    'session events for everyone',
    {
      frame: only('attention_raised', (frame) => [
        frame,
        { ...frame, type: 'session_state', state: 'waiting', seq: Number(frame.seq) + 0.5 },
      ]),
    },
    ['gateway-session-scope'],
  ],
  [
    'another error code',
    { frame: only('error', (frame) => [{ ...frame, code: 'Oops' }]) },
    ['gateway-bad-no-type', 'gateway-later-messages', 'gateway-rate'],
  ],
  [
    'an error without field',
    { frame: only('error', ({ field: _field, ...frame }) => [frame]) },
    ['gateway-bad-ping-no-ts'],
  ],
  [
    'greetings in another order',
    {
      frame: (frame) =>
        frame.type === 'welcome'
          ? []
          : frame.type === 'connected'
            ? [frame, { type: 'welcome', protocolVersion: 2, requiresAuth: true }]
            : [frame],
    },
    ['gateway-greeting'],
  ],
  [
    'another version',
    { frame: only('authenticated', (frame) => [{ ...frame, protocolVersion: 2 }]) },
    ['gateway-versions'],
  ],
  [
    'another count',
    { frame: only('state_snapshot', (frame) => [{ ...frame, subscriberCount: 7 }]) },
    ['gateway-subscriber-count'],
  ],
]

const without =
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

/** As above, in cases that take an agent its time: what they wait for must come, so no haste makes them fail. */
const WRONG_BESIDE: readonly (readonly [
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
const WRONG_OWN: typeof WRONG_BESIDE = [
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

/** Not by a type or field that is wrong in itself, but by what the case looks for. */
const LATE = /^(waited for|it took more than)/

function expectFound({ case: { id }, outcome, why }: CaseResult): void {
  expect(outcome, id).toBe('failed')
  expect(why, id).not.toMatch(LATE)
}

/** That all of them pass where nothing is wrong is in suite.test.ts; that the proxy is no hindrance is seen by a few. */
const RIGHT = ['turn-long', 'turn-steer', 'request-first-answer', 'rest-respond', 'settings-merge']

describe('a gateway that drives agents and is wrong', () => {
  it.concurrent.for(WRONG_BESIDE)(
    '%s is found',
    { timeout: 60_000 },
    async ([_what, frame, cases], { onTestFinished }) => {
      const wrong = await tamperedWith(target, { frame }, onTestFinished)
      await Promise.all(cases.map(async (id) => expectFound(await run(id, wrong))))
    },
  )

  it.concurrent.for(RIGHT)(
    'is not found where nothing is wrong: %s',
    { timeout: 60_000 },
    async (id, { onTestFinished }) => {
      const right = await tamperedWith(target, {}, onTestFinished)
      expect(await run(id, right)).toMatchObject({ outcome: 'passed', why: '' })
    },
  )

  it.concurrent.for(WRONG_OWN)(
    '%s is found after a restart, or in time',
    { timeout: 60_000 },
    async ([_what, frame, cases], { onTestFinished }) => {
      const start: StartGateway = async (options) => {
        const { url, ...gateway } = await startOwnGateway(options)
        const plain: Target = { url, token: gateway.token, has: new Set() }
        return { ...gateway, url: (await tamperedWith(plain, { frame }, onTestFinished)).url }
      }
      const any: Target = { url: 'http://127.0.0.1:9', token: '', has: new Set(['own']) }
      await Promise.all(cases.map(async (id) => expectFound(await runCase(caseNamed(id), [any], start))))
    },
  )

  it.concurrent('a field and a type that never come are named', { timeout: 60_000 }, async (test) => {
    const frame = (one: Frame) =>
      one.type === 'usage_context' ? [] : one.type === 'tool_result' ? without('output')(one) : [one]
    const wrong = await tamperedWith(target, { frame }, test.onTestFinished)
    const { why } = await run('every-event', wrong)
    expect(why).toMatch(/^what is missing: .*"usage_context, tool_result.output"/)
  })

  it('409 as 200 is found', async () => {
    const wrong = await tamperedWith(target, { answer: status(409, 200) })
    expect(await run('rest-respond-late', wrong)).toMatchObject({ outcome: 'failed' })
  })
})

describe('a gateway that is wrong', () => {
  it.concurrent.for(WRONG)('%s is found', async ([_what, tampering, cases], { onTestFinished }) => {
    const wrong = await tamperedWith(target, tampering, onTestFinished)
    for (const id of cases) expect(await run(id, wrong, SHORT_MS), id).toMatchObject({ outcome: 'failed' })
  })

  it('is not found where nothing is wrong: the proxy itself is right', async () => {
    const right = await tamperedWith(target, {})
    for (const id of new Set(WRONG.flatMap(([, , cases]) => cases))) {
      expect(await run(id, right), id).toMatchObject({ outcome: 'passed', why: '' })
    }
  })
})

describe('a server that answers 204 to everything', () => {
  it('passes no case of the notify contract', async () => {
    const server = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(204).end())
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const yes: Target = { url, token: 't', has: new Set(['open', 'token', 'strict', 'dev']) }
    const notify = CASES.filter(
      ({ verifies, needs }) => verifies.some((id) => id.startsWith('NOTIFY')) && !needs?.includes('own'),
    )
    expect(notify.length).toBeGreaterThan(100)
    for (const one of notify) {
      expect(await runCase(one, [yes], startOwnGateway, SHORT_MS), one.id).toMatchObject({
        outcome: 'failed',
      })
    }
  })
})
