import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../event.js'
import type { EventType } from '../registry/registry.js'
import type { Folded } from './fold.js'
import { emptyState } from './state.js'
import { commanded, DRIVEN, dataOf, happens, inTurn, META, type Step, tell, types } from './story.fixture.js'
import { MAX_SEGMENT_BYTES, MAX_TEXT_BYTES, utf8Length } from './text.js'

const says = (text: string) => happens('text_delta', { text })
const texts = (events: readonly Folded[]) => dataOf(events, 'message_complete').map(({ text }) => text)
const begun = inTurn().state
const OBSERVED = emptyState({ ...META, name: 'Given' })

describe('segments', () => {
  const cutting: [string, Step][] = [
    ['tool_call_start', happens('tool_call_start', { toolCallId: 'c', toolName: 'bash' })],
    ['tool_call', happens('tool_call', { toolCallId: 'c', toolName: 'bash', args: {} })],
    ['permission_requested', happens('permission_requested', { toolName: 'bash', description: 'ls' })],
    ['question_requested', happens('question_requested', { questions: [] })],
    ['user_message', happens('user_message', { content: 'no', via: 'ws' })],
    ['ui.spec_start', happens('ui.spec_start', { uiId: 'u', catalogId: 'c' })],
    ['turn_complete', happens('turn_complete')],
    ['turn_error', happens('turn_error', { message: 'm', code: 'AGENT_ERROR' })],
  ]

  it.each(cutting)('end before %s, once', (type, step) => {
    const { events } = inTurn([says('Let me '), says('look.'), step])
    expect(texts(events)).toEqual(['Let me look.'])
    expect(types(events).slice(0, 4)).toEqual(['text_delta', 'text_delta', 'message_complete', type])
    expect(events[2]?.turnId).toBe(begun.turn?.turnId)
  })

  it.each(cutting)('are not told before %s when nothing was said', (_type, step) => {
    expect(texts(inTurn([step]).events)).toEqual([])
  })

  it.each([
    ['a result', happens('tool_result', { toolCallId: 'c', status: 'success' })],
    ['a thought', happens('thinking_progress', { text: 'hm' })],
    ['usage', happens('usage_context', { contextTokens: 1, maxContextTokens: 2 })],
  ])('go on over %s', (_what, step) => {
    const { events, state } = inTurn([says('a'), step, says('b')])
    expect(texts(events)).toEqual([])
    expect(state.turn).toMatchObject({ segment: 'ab', text: 'ab', textBytes: 2 })
  })

  it('end with a turn that nobody ends', () => {
    const { events } = tell([says('Hello'), happens('session_state', { state: 'inactive' })], OBSERVED)
    expect(texts(events)).toEqual(['Hello'])
    expect(dataOf(events, 'turn_complete')).toEqual([{ finalText: 'Hello', stopReason: 'ended' }])
  })

  it('hold 256 KiB; the piece that is too much begins the next', () => {
    const most = 'é'.repeat(MAX_SEGMENT_BYTES / 2)
    expect(texts(inTurn([says(most)]).events)).toEqual([])
    const { events, state } = inTurn([says(most), says('x')])
    expect(types(events)).toEqual(['text_delta', 'message_complete', 'text_delta'])
    expect(texts(events)).toEqual([most])
    expect(state.turn?.segment).toBe('x')
  })

  it('take a piece that is larger than all of them in parts', () => {
    const whole = '語'.repeat(MAX_SEGMENT_BYTES / 3 + 10_000)
    const { events } = inTurn([says('before '), says(whole), happens('turn_complete')])
    for (const text of texts(events)) expect(utf8Length(String(text))).toBeLessThanOrEqual(MAX_SEGMENT_BYTES)
    expect(texts(events).join('')).toBe(`before ${whole}`)
    const told = dataOf(events, 'text_delta').map(({ text }) => text)
    expect(told.join('')).toBe(`before ${whole}`)
  })

  it('are told by sources that tell whole messages: the text is theirs', () => {
    const { events, state } = inTurn([
      happens('message_complete', { text: 'One.' }),
      happens('message_complete', { text: 'Two.' }),
    ])
    expect(texts(events)).toEqual(['One.', 'Two.'])
    expect(state.turn).toMatchObject({ text: 'One.Two.', segment: '' })
  })

  it('that were told in pieces are not told otherwise', () => {
    const { events, state } = inTurn([
      says('Hel'),
      says('lo'),
      happens('message_complete', { text: 'Hello!' }),
    ])
    expect(texts(events)).toEqual(['Hello'])
    expect(state.turn?.text).toBe('Hello')
  })

  it('say with which piece they began', () => {
    const { events, state } = inTurn([
      says('One '),
      says('two.'),
      happens('tool_call', { toolCallId: 'c', toolName: 'read', args: {} }),
      happens('tool_result', { toolCallId: 'c', status: 'success' }),
      says('Three'),
      happens('thinking_progress', { text: 'hm' }),
      says('.'),
      happens('message_complete', { text: '?' }),
    ])
    const pieces = events.filter(({ type }) => type === 'text_delta').map(({ seq }) => seq)
    expect(dataOf(events, 'message_complete')).toEqual([
      { text: 'One two.', fromSeq: pieces[0] },
      { text: 'Three.', fromSeq: pieces[2] },
    ])
    expect(state.turn?.segmentSeq).toBe(0)
  })

  it('that were not told in pieces began nowhere, whatever the agent says', () => {
    const { events } = inTurn([happens('message_complete', { text: 'One.', fromSeq: 1 })])
    expect(dataOf(events, 'message_complete')).toEqual([{ text: 'One.' }])
  })

  it('are never empty', () => {
    for (const step of [says(''), happens('text_delta', { text: null }), happens('message_complete')]) {
      expect(inTurn([step]).events).toEqual([])
      expect(tell([step], OBSERVED).events).toEqual([])
    }
  })

  it('cut a whole message that is too long', () => {
    const whole = 'x'.repeat(MAX_SEGMENT_BYTES + 1)
    expect(texts(inTurn([happens('message_complete', { text: whole })]).events)).toEqual([
      'x'.repeat(MAX_SEGMENT_BYTES),
      'x',
    ])
  })
})

describe('finalText', () => {
  const end = (steps: Step[], data = {}) =>
    dataOf(inTurn([...steps, happens('turn_complete', data)]).events, 'turn_complete')

  it('is what was said, unless the agent says it', () => {
    expect(end([says('a'), says('b')])).toEqual([{ finalText: 'ab' }])
    expect(end([says('a')], { finalText: '' })).toEqual([{ finalText: 'a' }])
    expect(end([says('a')], { finalText: 'A.' })).toEqual([{ finalText: 'A.' }])
    expect(end([], {})).toEqual([{ finalText: '' }])
    expect(end([], { finalText: 7, stopReason: 'end_turn' })).toEqual([
      { finalText: '7', stopReason: 'end_turn' },
    ])
  })

  it('is whole up to a megabyte and tells how long it was beyond', () => {
    const most = 'x'.repeat(MAX_TEXT_BYTES - 2)
    expect(end([], { finalText: `${most}é` })).toEqual([{ finalText: `${most}é` }])
    expect(end([], { finalText: `${most}語` })).toEqual([
      { finalText: most, truncated: true, bytes: MAX_TEXT_BYTES + 1 },
    ])
  })

  it('cuts what was said in the same place', () => {
    const piece = 'x'.repeat(100_001)
    const count = 12
    const [told] = end(Array.from({ length: count }, () => says(piece)))
    expect(told).toEqual({
      finalText: piece.repeat(count).slice(0, MAX_TEXT_BYTES),
      truncated: true,
      bytes: 100_001 * count,
    })
  })

  it('counts an emoji that comes in halves as one, also beyond what is held', () => {
    const long = 'x'.repeat(MAX_TEXT_BYTES - 3)
    const [told] = end([says(long), says('\ud83d'), says('\ude00'), says('\ud83d'), says('\ude00')])
    expect(told).toMatchObject({ truncated: true, bytes: MAX_TEXT_BYTES - 3 + 8 })
  })

  it('takes no false word about its length', () => {
    expect(end([says('a')], { truncated: true, bytes: 9 })).toEqual([{ finalText: 'a' }])
  })
})

describe('a driven session', () => {
  it.each([
    ['text_delta', { text: 'x' }],
    ['message_complete', { text: 'x' }],
    ['tool_call', { toolCallId: 'c', toolName: 'bash', args: {} }],
    ['terminal_stream', { data: 'x' }],
    ['turn_complete', { finalText: 'x' }],
    ['stop_acknowledged', {}],
    ['permission_requested', { toolName: 'bash', description: 'ls' }],
    ['question_requested', { questions: [] }],
    ['turn_started', {}],
    ['session_state', { state: 'running' }],
  ] as [EventType, JsonObject][])('makes up no turn for %s', (type, data) => {
    expect(tell([happens(type, data)], DRIVEN).events).toEqual([])
  })

  it('begins a turn by command only, and keeps what the command said', () => {
    const { events, state } = tell([commanded('turn_started', { clientTurnId: 'web-1' })], DRIVEN)
    expect(types(events)).toEqual(['turn_started', 'state running'])
    expect(events[0]?.data).toEqual({ clientTurnId: 'web-1' })
    expect(state.lastTurnId).toBe(state.turn?.turnId)
    expect(() => tell([commanded('turn_started')], state)).toThrow('A turn is running')
    expect(tell([happens('turn_started')], state).events).toEqual([])
  })

  it('drops what comes of a turn that is over', () => {
    const late = { turnId: 'turn_before' }
    for (const [type, data] of [
      ['text_delta', { text: 'x' }],
      ['turn_complete', {}],
      ['turn_error', { message: 'm', code: 'AGENT_ERROR' }],
      ['plan_created', { planId: 'p', title: 't', steps: [] }],
    ] as [EventType, JsonObject][]) {
      expect(inTurn([happens(type, data, late)]).events).toEqual([])
      expect(tell([happens(type, data, late)], DRIVEN).events).toEqual([])
    }
    expect(types(inTurn([happens('text_delta', { text: 'x' }, { turnId: 'turn_id1' })]).events)).toEqual([
      'text_delta',
    ])
    const { events } = inTurn([happens('usage_update', { inputTokens: 1 }, late)])
    expect(events[0]?.turnId).toBe('turn_before')
    const titled = inTurn([happens('mode_switched', { mode: 'plan' }, late)])
    expect(types(titled.events)).toEqual(['mode_switched'])
  })

  it('breaks before its first turn without one', () => {
    const { events, state } = tell(
      [happens('turn_error', { message: 'no such program', code: 'AGENT_ERROR' })],
      { ...DRIVEN, meta: { ...DRIVEN.meta, status: 'activating' } },
    )
    expect(types(events)).toEqual(['turn_error', 'state error'])
    expect(events[0]?.turnId).toBeUndefined()
    expect(state.meta.status).toBe('error')
  })

  it('is started again after it broke, by way of inactive', () => {
    const broken = inTurn([happens('turn_error', { message: 'm', code: 'AGENT_TIMEOUT' })])
    expect(types(broken.events)).toEqual(['turn_error', 'state error'])
    const { events } = tell([commanded('session_state', { state: 'activating' })], broken.state)
    expect(types(events)).toEqual(['state inactive', 'state activating'])
    expect(dataOf(events, 'session_state')).toEqual([{ state: 'inactive' }, { state: 'activating' }])
  })

  it('is started from inactive, and no command moves it where it cannot go', () => {
    const inactive = emptyState({ ...META, origin: 'driven' })
    const started = tell([commanded('session_state', { state: 'activating' })], inactive)
    expect(types(started.events)).toEqual(['state activating'])
    const refused =
      (state: string, from = inactive) =>
      () =>
        tell([commanded('session_state', { state })], from)
    expect(refused('running')).toThrow(/inactive cannot become running/)
    expect(refused('idle')).toThrow(expect.objectContaining({ kind: 'invalidMessage', field: 'state' }))
    expect(refused('ready', begun)).toThrow('A turn is running')
  })

  it('acknowledges a stop and takes a word in between only while a turn runs', () => {
    for (const step of [
      commanded('stop_acknowledged'),
      commanded('steer_sent', { steerId: 's', content: 'c' }),
    ]) {
      expect(() => tell([step], DRIVEN)).toThrow(expect.objectContaining({ kind: 'noActiveTurn' }))
      const { events } = inTurn([step])
      expect(events).toMatchObject([{ type: step.draft.type, turnId: 'turn_id1' }])
    }
  })

  it('ends a stopped turn with the text so far and the reason', () => {
    const { events } = inTurn([
      says('Half a'),
      happens('permission_requested', { requestId: 'r', toolName: 'bash', description: 'ls' }),
      commanded('stop_acknowledged'),
      happens('turn_complete', { stopReason: 'user_stopped' }),
    ])
    expect(types(events).slice(-6)).toEqual([
      'attention_raised',
      'stop_acknowledged',
      'request_closed',
      'attention_cleared',
      'turn_complete',
      'state ready',
    ])
    expect(dataOf(events, 'request_closed')).toMatchObject([{ requestId: 'r', reason: 'withdrawn' }])
    expect(dataOf(events, 'turn_complete')).toEqual([{ finalText: 'Half a', stopReason: 'user_stopped' }])
    expect(dataOf(events, 'session_state').at(-1)).toEqual({ state: 'ready', reason: 'user_stopped' })
  })

  it('withdraws what is asked with every end of a turn', () => {
    const asks = happens('permission_requested', { requestId: 'r', toolName: 'bash', description: 'ls' })
    for (const end of [
      happens('turn_complete', { stopReason: 'end_turn' }),
      happens('turn_error', { message: 'm', code: 'AGENT_DISCONNECTED' }),
      happens('session_state', { state: 'inactive' }),
      commanded('session_state', { state: 'deactivating' }),
    ]) {
      const { events, state } = inTurn([asks, end])
      expect(dataOf(events, 'request_closed')).toMatchObject([{ reason: 'withdrawn' }])
      expect(state).toMatchObject({ turn: null, requests: [], attention: [] })
    }
  })

  it('says an error whose code nobody knows as one of the agent', () => {
    const { events } = inTurn([happens('turn_error', { message: 5, code: 'E_WHAT' })])
    expect(dataOf(events, 'turn_error')).toEqual([{ message: '5', code: 'AGENT_ERROR' }])
  })
})

describe('an observed session', () => {
  it('closes what a stopped turn asked as withdrawn, else as answered elsewhere', () => {
    const asks = happens('permission_requested', { requestId: 'r', toolName: 'bash', description: 'ls' })
    const reasonOf = (stopReason: string) =>
      dataOf(tell([asks, happens('turn_complete', { stopReason })], OBSERVED).events, 'request_closed')[0]
        ?.reason
    expect(reasonOf('user_stopped')).toBe('withdrawn')
    expect(reasonOf('aborted')).toBe('resolved_elsewhere')
  })

  it('is said to move to no state that does not exist', () => {
    expect(tell([happens('session_state', { state: 'idle' })], OBSERVED).events).toEqual([])
  })
})
