import type { SessionEvent } from '@signalbox/client'
import { describe, expect, it } from 'vitest'
import { eventEntry, gapEntry } from './entry.js'
import type { CallItem, Item } from './item.js'
import { partsOf } from './split-text.js'
import { write, writeAll } from './write.js'

/** A story told by its events, one a second. */
function told(...events: [type: string, data?: object][]) {
  return events.map(([type, data], index) =>
    eventEntry({
      type,
      sessionId: 's',
      seq: index + 1,
      ts: (index + 1) * 1000,
      turnId: 't',
      ...data,
    } as unknown as SessionEvent),
  )
}

const itemsOf = (...events: Parameters<typeof told>): readonly Item[] => writeAll(told(...events)).items
const callOf = (...events: Parameters<typeof told>): CallItem => {
  const call = itemsOf(...events).find((item) => item.kind === 'call')
  if (call?.kind !== 'call') throw new Error('no call was written')
  return call
}
const call = ['tool_call', { toolCallId: 'a', toolName: 'bash', args: { command: 'ls' } }] as [string, object]

describe('a call', () => {
  it('is one item from its first letter to its result, linked by the call itself', () => {
    expect(
      callOf(
        ['tool_call_start', { toolCallId: 'a', toolName: 'bash' }],
        ['tool_call_delta', { toolCallId: 'a', delta: '{"comm' }],
        call,
        ['tool_result', { toolCallId: 'a', status: 'success', output: 'file' }],
      ),
    ).toMatchObject({ state: 'done', seq: 3, seqs: [3, 4], output: 'file', argsSoFar: '', endedAt: 4000 })
  })

  it.each<[string, [string, object], object]>([
    ['broke', ['turn_error', { message: 'broken', code: 'AGENT_ERROR' }], { state: 'failed', endedAt: 3000 }],
    ['was stopped', ['turn_complete', { finalText: '', stopReason: 'user_stopped' }], { state: 'failed' }],
    [
      'of another turn broke',
      ['turn_error', { turnId: 'u', message: 'x', code: 'AGENT_ERROR' }],
      { endedAt: null },
    ],
    ['ended while it goes on behind it', ['turn_complete', { finalText: '' }], { endedAt: null }],
  ])('that its turn left open when it %s', (_how, end, expected) => {
    expect(callOf(['turn_started'], call, end)).toMatchObject(expected)
  })

  it('shows its arguments as they are written', () => {
    const written = callOf(
      ['tool_call_start', { toolCallId: 'a', toolName: 'bash' }],
      ['tool_call_delta', { toolCallId: 'a', delta: '{"comm' }],
      ['tool_call_delta', { toolCallId: 'a', delta: 'and"' }],
    )
    expect(written).toMatchObject({ state: 'writing', argsSoFar: '{"command"' })
  })

  it('fails by what it says, or by its status', () => {
    const result = (status: string) => ['tool_result', { toolCallId: 'a', status }] as [string, object]
    expect(callOf(call, ['tool_error', { toolCallId: 'a', error: 'no' }], result('error'))).toMatchObject({
      state: 'failed',
      error: 'no',
    })
    expect(callOf(call, result('failed')).state).toBe('failed')
    expect(callOf(call, result('completed')).state).toBe('done')
  })

  it('is asked for while a person has to allow it', () => {
    const asks = [
      'permission_requested',
      { requestId: 'r', toolName: 'bash', description: 'ls', toolCallId: 'a' },
    ] as [string, object]
    const yes = ['approval_resolved', { requestId: 'r', approved: true, by: { userId: 'u', via: 'ws' } }] as [
      string,
      object,
    ]
    expect(callOf(call, asks).state).toBe('asked')
    expect(callOf(call, asks, yes).state).toBe('running')
  })

  it('has what its command printed, and how that ended', () => {
    expect(
      callOf(
        call,
        ['terminal_stream', { toolCallId: 'a', data: 'one\n' }],
        ['terminal_stream', { toolCallId: 'a', data: 'two\n' }],
        ['terminal_complete', { toolCallId: 'a', exitCode: 1 }],
      ).terminal,
    ).toEqual({ text: 'one\ntwo\n', exitCode: 1 })
  })

  it('of which only the end is known is shown as that', () => {
    expect(callOf(['tool_result', { toolCallId: 'x', status: 'success' }])).toMatchObject({
      toolName: null,
      state: 'done',
    })
  })

  it('is marked where a helper makes it', () => {
    expect(
      callOf(['tool_call', { toolCallId: 'a', toolName: 'bash', args: {}, subagentId: 'h' }]).subagentId,
    ).toBe('h')
  })

  it('of a command without a call has a line of its own', () => {
    expect(callOf(['terminal_stream', { data: 'x' }], ['terminal_complete', { exitCode: 0 }])).toMatchObject({
      toolName: null,
      state: 'done',
      terminal: { text: 'x', exitCode: 0 },
    })
  })

  it('keeps the newest of very much output', () => {
    const printed = callOf(call, ['terminal_stream', { toolCallId: 'a', data: `${'x'.repeat(900_000)}end` }])
    expect(printed.terminal?.text.length).toBe(256 * 1024)
    expect(printed.terminal?.text.endsWith('end')).toBe(true)
  })
})

describe('a request', () => {
  const asks = [
    'question_requested',
    { requestId: 'r', questions: [{ id: 'q', text: 'Which?', type: 'text' }] },
  ] as [string, object]
  const requestOf = (...events: Parameters<typeof told>) => {
    const item = itemsOf(...events).find(({ kind }) => kind === 'request')
    return item?.kind === 'request' ? item.entry : undefined
  }

  it('waits until it is answered, and says by whom and how', () => {
    expect(requestOf(asks)).toMatchObject({ status: 'pending', kind: 'question', since: 1000 })
    const by = { userId: 'u', via: 'ws' }
    expect(
      requestOf(asks, ['question_resolved', { requestId: 'r', answers: { q: 'so' }, dismissed: false, by }]),
    ).toMatchObject({
      status: 'resolved',
      outcome: 'answered',
      by,
      endedAt: 2000,
      waitedMs: 1000,
      data: { answers: { q: 'so' } },
    })
  })

  it('that ended without an answer says why', () => {
    expect(requestOf(asks, ['request_closed', { requestId: 'r', reason: 'expired' }])).toMatchObject({
      status: 'closed',
      outcome: 'expired',
    })
  })

  it('that is not loaded is not made up from its end', () => {
    expect(requestOf(['request_closed', { requestId: 'r', reason: 'expired' }])).toBeUndefined()
  })
})

describe('a thought', () => {
  it('is over when the agent turns to something else, also when nobody says so', () => {
    const [thought] = itemsOf(
      ['thinking_progress', { text: 'Hm. ' }],
      ['thinking_progress', { text: 'So.' }],
      ['text_delta', { text: 'Yes' }],
    )
    expect(thought).toMatchObject({ kind: 'thinking', text: 'Hm. So.', open: false, endedAt: 3000 })
  })
})

describe('a turn', () => {
  it('says how it ended and how long it took', () => {
    expect(
      itemsOf(['turn_started'], ['turn_complete', { finalText: '', stopReason: 'user_stopped' }]).at(-1),
    ).toMatchObject({
      kind: 'end',
      outcome: 'stopped',
      durationMs: 1000,
    })
    expect(
      itemsOf(['turn_started'], ['turn_error', { message: 'broken', code: 'AGENT_ERROR' }]).at(-1),
    ).toMatchObject({
      outcome: 'failed',
      reason: 'broken',
    })
    expect(itemsOf(['turn_complete', { finalText: 'x' }]).at(-1)).toMatchObject({ durationMs: null })
  })

  it('that broke keeps what was being written', () => {
    const items = itemsOf(
      ['turn_started'],
      ['text_delta', { text: 'half a' }],
      ['turn_error', { message: 'broken', code: 'AGENT_ERROR' }],
    )
    const [answer] = items
    expect(answer).toMatchObject({ kind: 'answer', open: false })
    expect(answer?.kind === 'answer' && partsOf(answer.text)).toEqual(['half a'])
  })
})

describe('an answer', () => {
  it('of another turn is another one, also where nobody told the end of the first', () => {
    const items = itemsOf(['text_delta', { text: 'One.' }], ['text_delta', { text: 'Two.', turnId: 'u' }])
    expect(items.map((item) => item.kind === 'answer' && [partsOf(item.text)[0], item.open])).toEqual([
      ['One.', false],
      ['Two.', true],
    ])
  })
})

describe('anything else', () => {
  it('is a line where it is worth one', () => {
    expect(
      itemsOf(['context_compacted', { trigger: 'auto' }], ['session_state', { state: 'ready' }]).map(
        ({ kind }) => kind,
      ),
    ).toEqual(['notice'])
  })

  it('of a type nobody knows is a line', () => {
    const items = itemsOf(['of_tomorrow', { what: 1 }], ['user_message', { content: 'Hi', via: 'ws' }])
    expect(items.map(({ kind }) => kind)).toEqual(['notice', 'prompt'])
  })

  it('that is missing is said in its place, unless its finished form follows', () => {
    const gap = (reason: string) =>
      gapEntry({ type: 'gap', sessionId: 's', fromSeq: 1, toSeq: 5, reason: reason as 'slow' })
    expect(writeAll([gap('retention')]).items).toMatchObject([{ kind: 'gap', count: 4, reason: 'retention' }])
    expect(writeAll([gap('ephemeral')]).items).toEqual([])
  })

  it('leaves what was written before as it was', () => {
    const before = writeAll(told(['turn_started'], ['text_delta', { text: 'a' }]))
    const copy = structuredClone(before)
    write(before, told(['turn_started'], ['text_delta', { text: 'b' }], ['message_complete', { text: 'ab' }]))
    expect(before).toEqual(copy)
  })
})

describe('a piece of interface', () => {
  it('stands where it began, finished or with what is wrong with it', () => {
    const spec = { root: 'a', elements: {}, state: {} }
    expect(
      itemsOf(['ui.spec_start', { uiId: 'u', catalogId: 'c' }], ['ui.spec_complete', { uiId: 'u', spec }]),
    ).toMatchObject([{ kind: 'interface', key: '1', seq: 2, spec, problem: null }])
    expect(itemsOf(['ui.spec_error', { uiId: 'u', message: 'line 2' }])).toMatchObject([
      { spec: null, problem: 'line 2' },
    ])
  })
})
