import type { JsonObject } from '@signalbox/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codexMeaning, isTitleThread } from './codex-notify.js'
import { notifyCommit } from './notify.js'
import { messageItem, turnFact } from './turn-fact.js'

const thread = 'b5f6c1c2-1111-2222-3333-444455556666'
const cwd = '/Users/example/project'
const turn = { 'thread-id': thread, 'turn-id': '1' }
const prompt = 'Fix the bug in main.rs'
const meta = { type: 'session_updated', data: { agentType: 'codex' } }
const metaWithCwd = { type: 'session_updated', data: { agentType: 'codex', cwd } }
const metaWithPid = {
  type: 'session_updated',
  data: { agentType: 'codex', cwd, process: { pid: 12345 } },
}
const started = {
  type: 'turn_started',
  data: {},
  nativeTurnId: '1',
  fact: turnFact('turn_started', thread, '1'),
}
const end = { nativeTurnId: '1', fact: turnFact('turn_end', thread, '1') }
const said = {
  type: 'user_message',
  data: { content: prompt, via: 'notify' },
  nativeTurnId: '1',
  fact: turnFact('user_message', thread, '1', messageItem(prompt)),
}

/** The payloads of the proposal, word for word, and the two of ours. */
const CASES: [payload: JsonObject & { type: string }, drafts: object[]][] = [
  [
    { type: 'session-start', 'thread-id': thread, cwd, pid: 12345 },
    [metaWithPid, { type: 'session_state', data: { state: 'ready' } }],
  ],
  [{ type: 'user-prompt-submit', ...turn, cwd, prompt }, [metaWithCwd, started, said]],
  [
    { type: 'approval-requested', ...turn, 'approval-type': 'exec', description: 'cargo build --release' },
    [
      meta,
      started,
      {
        type: 'permission_requested',
        data: { toolName: 'exec', description: 'cargo build --release', approvalType: 'exec' },
        nativeTurnId: '1',
      },
    ],
  ],
  [
    { type: 'approval-response', ...turn, approved: true },
    [
      meta,
      {
        type: 'approval_resolved',
        data: { approved: true, by: { userId: 'terminal', via: 'codex' } },
        nativeTurnId: '1',
      },
    ],
  ],
  [
    {
      type: 'agent-turn-complete',
      ...turn,
      cwd,
      'input-messages': [prompt],
      'last-assistant-message': "I've fixed the bug...",
    },
    [
      metaWithCwd,
      started,
      said,
      { type: 'turn_complete', data: { finalText: "I've fixed the bug..." }, ...end },
    ],
  ],
  [
    { type: 'turn-aborted', ...turn, reason: 'interrupted' },
    [meta, started, { type: 'turn_complete', data: { finalText: '', stopReason: 'aborted' }, ...end }],
  ],
  [
    { type: 'turn-cancelled', ...turn },
    [meta, started, { type: 'turn_complete', data: { finalText: '', stopReason: 'aborted' }, ...end }],
  ],
  [
    { type: 'turn-failed', ...turn, message: 'model overloaded' },
    [
      meta,
      started,
      { type: 'turn_error', data: { message: 'model overloaded', code: 'AGENT_ERROR' }, ...end },
    ],
  ],
  [
    { type: 'session-end', 'thread-id': thread },
    [meta, { type: 'session_state', data: { state: 'inactive', reason: 'session_end' } }],
  ],
]

const snake = (payload: JsonObject) =>
  Object.fromEntries(Object.entries(payload).map(([key, value]) => [key.replaceAll('-', '_'), value]))
const withoutSource = (payload: JsonObject & { type: string }) =>
  codexMeaning(payload)?.drafts.map(({ source: _source, ...draft }) => draft)

describe('codexMeaning', () => {
  it.each(CASES)('$type', (payload, drafts) => {
    expect(withoutSource(payload)).toEqual(drafts)
    expect(codexMeaning(payload)?.bind).toEqual([{ namespace: 'codex', id: thread }])
    const sources = codexMeaning(payload)?.drafts.map(({ source }) => source) ?? []
    for (const source of sources)
      expect(source).toMatchObject({ agent: 'codex', via: 'notify', nativeType: payload.type })
  })

  it.each(CASES)('$type in snake_case, however its type is written', (payload, drafts) => {
    const type = ` ${payload.type.replaceAll('-', '_').toUpperCase()}!`
    expect(withoutSource({ ...snake(payload), type })).toEqual(drafts)
  })

  it.each(['plan-L1-wip', 'progress', 'constructor', '__proto__', 'toString', 'session', ''])(
    '%j is not of Codex',
    (type) => {
      expect(codexMeaning({ type })).toBeUndefined()
    },
  )

  it("means little without a thread: the contract's example ends a turn that cannot be told from another", () => {
    const example = { type: 'agent-turn-complete', turn_id: 'turn-42', model: 'gpt-5' }
    expect(withoutSource(example)).toEqual([
      { type: 'turn_complete', data: { finalText: '' }, nativeTurnId: 'turn-42' },
    ])
    expect(codexMeaning(example)?.bind).toEqual([])
    expect(withoutSource({ type: 'session-start' })).toEqual([
      { type: 'session_state', data: { state: 'ready' } },
    ])
    expect(withoutSource({ type: 'user-prompt-submit', prompt })).toEqual([
      { type: 'turn_started', data: {} },
      { type: 'user_message', data: { content: prompt, via: 'notify' } },
    ])
  })

  it('takes of the conversation so far only the message of this turn, under the key its prompt had', () => {
    const messages = { 'input-messages': ['first', 'second', `${prompt}\n`] }
    const drafts = codexMeaning({ type: 'agent-turn-complete', ...turn, ...messages })?.drafts ?? []
    const told = drafts.filter(({ type }) => type === 'user_message')
    expect(told).toMatchObject([{ data: { content: `${prompt}\n` }, fact: said.fact }])
  })

  it('knows two tellings of one request only by an id', () => {
    const asked = (more: JsonObject) =>
      codexMeaning({ type: 'approval-requested', ...turn, 'approval-type': 'patch', ...more })?.drafts.at(-1)
        ?.fact
    expect(asked({})).toBeUndefined()
    expect(asked({ 'call-id': 'c1' })).toBe(turnFact('permission_requested', thread, '1', 'c1'))
    const answered = codexMeaning({ type: 'approval-response', ...turn, approved: false, call_id: 'c1' })
    expect(answered?.drafts.at(-1)?.fact).toBe(turnFact('approval_resolved', thread, '1', 'c1'))
  })

  it.each([0, -1, 1.5, '7', null])('takes %j for no number of a process', (pid) => {
    const [draft] = codexMeaning({ type: 'session-start', 'thread-id': thread, pid })?.drafts ?? []
    expect(draft?.data).toEqual({ agentType: 'codex' })
  })

  it('says nothing of an answer that is none', () => {
    expect(withoutSource({ type: 'approval-response', ...turn, approved: 'yes' })).toEqual([meta])
  })

  it('takes any payload, and never gives one fact to two drafts', () => {
    const fields = [
      'thread-id',
      'turn_id',
      'cwd',
      'prompt',
      'approved',
      'approval-type',
      'input-messages',
      'last-assistant-message',
      'message',
      'call-id',
    ]
    const type = fc.constantFrom(...CASES.map(([payload]) => payload.type))
    const value = fc.oneof(
      fc.jsonValue() as fc.Arbitrary<never>,
      fc.constantFrom('a', 'b', 1, ['a', 'a'], true),
    )
    fc.assert(
      fc.property(type, fc.dictionary(fc.constantFrom(...fields), value), (type, payload) => {
        const meaning = codexMeaning({ ...payload, type })
        const facts = meaning?.drafts.flatMap(({ fact }) => fact ?? []) ?? []
        expect(new Set(facts).size).toBe(facts.length)
        expect(meaning).toEqual(JSON.parse(JSON.stringify(meaning)))
      }),
      { numRuns: 500 },
    )
  })
})

describe('isTitleThread', () => {
  const title =
    'Generate a concise, single-line task title of at most 36 characters.\n\nUser prompt:\nhello there'
  const complete = (...inputs: string[]) => ({
    type: 'agent-turn-complete',
    'thread-id': 't',
    'input-messages': inputs,
  })

  it('knows a thread Codex has for itself by what it asks in it', () => {
    expect(isTitleThread(complete(title))).toBe(true)
    expect(isTitleThread(complete('Generate a concise, single-line task title for my talk'))).toBe(false)
    expect(isTitleThread(complete('hello', title))).toBe(false)
    expect(isTitleThread(complete())).toBe(false)
    expect(isTitleThread({ 'input-messages': title })).toBe(false)
  })

  it('is not told as a turn of the session it is posted under', () => {
    const envelope = { sessionId: 'Codex 1', payload: complete(title) }
    const { drafts, bind } = notifyCommit('local', { by: 'id', id: 's' }, envelope as never, '{}')
    expect(drafts.map(({ type }) => type)).toEqual(['notify_event'])
    expect(bind).toBeUndefined()
  })
})
