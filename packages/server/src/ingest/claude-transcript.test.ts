import type { JsonObject } from '@signalbox/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TRANSCRIPT } from './claude-transcript.fixture.js'
import { type Asked, ClaudeTranscript } from './claude-transcript.js'

const { session, prompt, answer, interrupted, rejected, result, others } = TRANSCRIPT
const nobody: Asked = () => undefined
const permission: Asked = () => 'permission'
const USED = { inputTokens: 1600, outputTokens: 42, cachedTokens: 300, costMicroDollars: null }

function read(lines: readonly string[], asked: Asked = nobody) {
  return new ClaudeTranscript(session).read(lines, asked)
}

const withoutUsage = (drafts: ReturnType<typeof read>) => drafts.filter(({ type }) => type !== 'usage_update')

describe('a transcript of Claude Code', () => {
  it.each(['[Request interrupted by user]', '[Request interrupted by user for tool use]'])(
    'tells that a person stopped the turn: %s',
    (text) => {
      expect(read([prompt('p1'), interrupted('p1', text)])).toEqual([
        {
          type: 'turn_complete',
          source: { agent: 'claude', via: 'transcript', nativeId: 'p1' },
          data: { finalText: '', stopReason: 'aborted' },
          nativeTurnId: 'p1',
          fact: `turn_end|${session}|p1|interrupt i-p1`,
        },
      ])
    },
  )

  it('tells the answer as far as it had come', () => {
    const cut = answer('m1', [{ type: 'text', text: 'a b c' }], { isAbortedMidStream: true })
    const [end] = withoutUsage(read([prompt('p1'), cut, interrupted('p1')]))
    expect(end?.data).toEqual({ finalText: 'a b c', stopReason: 'aborted' })
    const [next] = withoutUsage(read([prompt('p1'), cut, prompt('p2'), interrupted('p2')]))
    expect(next?.data?.finalText).toBe('')
  })

  it('takes no person for it who types the same words, nor a subagent, nor more words', () => {
    const words = '[Request interrupted by user]'
    const typed = prompt('p1', words)
    const marked = interrupted('p1', words, { promptSource: 'typed' })
    const side = interrupted('p1', words, { isSidechain: true })
    const longer = interrupted('p1', `${words} not`)
    expect(read([typed, marked, side, longer])).toEqual([])
  })

  it('tells what was denied in the pane, and that the call is over', () => {
    expect(read([prompt('p1'), rejected('p1', 'c1')], permission)).toMatchObject([
      {
        type: 'approval_resolved',
        nativeTurnId: 'p1',
        data: { toolCallId: 'c1', approved: false, by: { userId: 'terminal', via: 'claude' } },
      },
      {
        type: 'tool_error',
        nativeTurnId: 'p1',
        fact: `tool_end|${session}|p1|c1`,
        data: { toolCallId: 'c1', error: expect.stringMatching(/^The user doesn't want to proceed/) },
      },
    ])
  })

  it('tells what the person said about it, and that a question was dismissed', () => {
    const [denied] = read([rejected('p1', 'c1', { userFeedback: 'use other' })], permission)
    expect(denied?.data).toMatchObject({ message: 'use other' })
    const [dismissed] = read([rejected('p1', 'c1')], () => 'question')
    expect(dismissed).toMatchObject({
      type: 'question_resolved',
      data: { toolCallId: 'c1', answers: {}, dismissed: true },
    })
  })

  it('knows a denial of versions that do not mark it, and no other error for one', () => {
    const { toolDenialKind: _kind, ...unmarked } = JSON.parse(rejected('p1', 'c1')) as JsonObject
    expect(read([JSON.stringify(unmarked)], permission)[0]?.type).toBe('approval_resolved')
    const byHook = rejected('p1', 'c1', { toolDenialKind: 'hook' })
    expect(read([byHook], permission).map(({ type }) => type)).toEqual(['tool_error'])
  })

  it('tells the end of a call nobody asked about only where it was denied', () => {
    expect(read([rejected('p1', 'c1')]).map(({ type }) => type)).toEqual(['tool_error'])
    expect(read([result('p1', 'c1', 'out')])).toEqual([])
  })

  it('tells the end of a call somebody is asked about', () => {
    const content = [{ type: 'text', text: 'out' }, { type: 'image' }]
    const asked: Asked = (call) => (call === 'c1' ? 'permission' : undefined)
    const lines = [
      result('p1', 'c1', content),
      result('p1', 'c2', 'x'),
      result('p1', 'c1', 'bad', { is_error: true }),
    ]
    expect(read(lines, asked)).toMatchObject([
      { type: 'tool_result', data: { toolCallId: 'c1', status: 'success', output: 'out' } },
      { type: 'tool_error', data: { toolCallId: 'c1', error: 'bad' } },
    ])
  })

  it('tells what a turn used, every answer once, when it changes', () => {
    const transcript = new ClaudeTranscript(session)
    const [used] = transcript.read([prompt('p1'), answer('m1'), answer('m1')], nobody)
    expect(used).toEqual({
      type: 'usage_update',
      source: { agent: 'claude', via: 'transcript' },
      data: { model: 'claude-opus-5-5', provider: 'anthropic', ...USED },
      nativeTurnId: 'p1',
    })
    expect(transcript.read([answer('m1'), ...others], nobody)).toEqual([])
    expect(transcript.read([answer('m2')], nobody)[0]?.data).toMatchObject({
      inputTokens: 3200,
      outputTokens: 84,
    })
    const turns = transcript.read([answer('m3'), prompt('p2'), answer('m4')], nobody)
    expect(turns.map(({ nativeTurnId, data }) => [nativeTurnId, data?.inputTokens])).toEqual([
      ['p1', 4800],
      ['p2', 1600],
    ])
  })

  it('tells the cost where it is told, and nothing of what no model said', () => {
    const [used] = read([answer('m1', [], { costUSD: 0.0123 })])
    expect(used?.data?.costMicroDollars).toBe(12_300)
    const own = JSON.parse(answer('m1'))
    own.message.model = '<synthetic>'
    expect(read([JSON.stringify(own), answer('m2', [], { isSidechain: true })])).toEqual([])
  })

  it('begins in the middle of a turn: what came before it is history', () => {
    const transcript = new ClaudeTranscript(session)
    transcript.begin('p2')
    const lines = [answer('m0'), prompt('p1'), answer('m1'), interrupted('p1'), prompt('p2'), answer('m2')]
    expect(transcript.read(lines, permission)).toMatchObject([{ nativeTurnId: 'p2', data: USED }])
  })

  it('adds to what the turn was known to have used', () => {
    const transcript = new ClaudeTranscript(session)
    transcript.begin('p1', { ...USED, costMicroDollars: 5 })
    const [used] = transcript.read([result('p1', 'c', 'x'), answer('m2')], nobody)
    expect(used?.data).toMatchObject({ inputTokens: 3200, costMicroDollars: 5 })
  })

  it('reads anything, and tells only what it knows', () => {
    const odd = fc.oneof(fc.json(), fc.string(), fc.constantFrom(...others))
    const fields = [
      'type',
      'message',
      'promptId',
      'isSidechain',
      'toolDenialKind',
      'uuid',
      'costUSD',
    ] as const
    const spoilt = fc
      .tuple(
        fc.constantFrom(
          prompt('p1'),
          answer('m1'),
          interrupted('p1'),
          rejected('p1', 'c'),
          result('p1', 'c', 'x'),
        ),
        fc.constantFrom(...fields),
        fc.jsonValue(),
      )
      .map(([text, field, value]) => JSON.stringify({ ...JSON.parse(text), [field]: value }))
    const deep = fc
      .tuple(fc.constantFrom('content', 'usage', 'id', 'model'), fc.jsonValue())
      .map(([field, value]) => {
        const told = JSON.parse(answer('m1'))
        told.message[field] = value
        return JSON.stringify(told)
      })
    const types = new Set(['usage_update', 'turn_complete', 'tool_error', 'tool_result', 'approval_resolved'])
    fc.assert(
      fc.property(fc.array(fc.oneof(odd, spoilt, deep), { maxLength: 20 }), (lines) => {
        for (const draft of read(lines, permission)) {
          expect(types).toContain(draft.type)
          expect(Object.values(draft.data ?? {}).some(Number.isNaN)).toBe(false)
        }
      }),
    )
  })
})
