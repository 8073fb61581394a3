import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Draft, JsonObject } from '../event.js'
import type { EventType } from '../registry/registry.js'
import type { Folded } from './fold.js'
import { emptyState } from './state.js'
import { dataOf, draftOf, happens, META, play, tell, types } from './story.fixture.js'

const of = (turn: string, type: EventType, data: JsonObject = {}, more: Partial<Draft> = {}): Draft => ({
  ...draftOf(type, data, turn),
  ...more,
})
/** Ids as Claude Code gives them: they tell no time. */
const [a, b] = ['b914deb7-0000-4000-8000-000000000001', 'add5deb7-0000-4000-8000-000000000002']
const V7 = [
  '01a1e09a-5f7e-7842-87c5-b4f35f321b80',
  '01a1e09a-7b3e-7c50-a323-6ae9b4eafafd',
  '01a1e09a-9000-7c50-a323-6ae9b4eafafd',
] as const
const [OLD, NOW, NEXT] = V7
const turnIds = (events: readonly Folded[], type: EventType) =>
  events.filter((event) => event.type === type).map(({ turnId }) => turnId)

describe('what is told of a turn that is over', () => {
  it('belongs to it, and the running one goes on', () => {
    const { events, state } = play([
      of(a, 'turn_started'),
      of(a, 'turn_complete'),
      of(b, 'turn_started'),
      of(a, 'tool_result', { toolCallId: 'c', output: '', status: 'success' }),
      of(b, 'tool_call', { toolCallId: 'd', toolName: 'Bash', args: {} }),
    ])
    const [first, second] = turnIds(events, 'turn_started')
    expect(turnIds(events, 'tool_result')).toEqual([first])
    expect(turnIds(events, 'tool_call')).toEqual([second])
    expect(state.turn).toMatchObject({ turnId: second, nativeId: b, toolCalls: [{ toolCallId: 'd' }] })
    expect(dataOf(events, 'turn_complete')).toHaveLength(1)
  })

  it('opens no turn when none runs', () => {
    const { events, state } = play([
      of(a, 'turn_started'),
      of(a, 'turn_complete'),
      of(a, 'message_complete', { text: 'Last words.' }),
    ])
    expect(state.turn).toBeNull()
    expect(state.meta.status).toBe('ready')
    expect(types(events).slice(-1)).toEqual(['message_complete'])
  })

  it('is taken for a new one where the agent begins to work again', () => {
    for (const begins of [
      of(a, 'tool_call', { toolCallId: 'd', toolName: 'Bash', args: {} }),
      of(a, 'permission_requested', { toolName: 'exec', description: 'ls' }),
    ]) {
      const { state } = play([of(a, 'turn_started'), of(a, 'turn_complete'), begins])
      expect([state.turn?.nativeId, state.watch?.state === 'idle']).toEqual([a, false])
      const { state: late } = play([of(a, 'turn_started'), of(a, 'turn_complete'), { ...begins, late: true }])
      expect([late.turn, late.requests]).toEqual([null, []])
    }
  })

  it('ends once: what it came to is told all the same', () => {
    const { events, state } = play([
      of(a, 'turn_started'),
      of(b, 'turn_started'),
      of(a, 'turn_complete', { finalText: 'Done with a.' }),
      of(a, 'turn_complete', { finalText: '' }),
    ])
    const [first, second] = turnIds(events, 'turn_started')
    expect(dataOf(events, 'turn_complete')).toEqual([{ finalText: '', stopReason: 'superseded' }])
    expect(turnIds(events, 'message_complete')).toEqual([first])
    expect(dataOf(events, 'message_complete')).toEqual([{ text: 'Done with a.' }])
    expect(state.turn?.turnId).toBe(second)
  })

  it('does not bring a session back that has ended', () => {
    const call = of(a, 'tool_call', { toolCallId: 'd', toolName: 'Bash', args: {} })
    const end = draftOf('session_state', { state: 'inactive' })
    const { state } = play([of(a, 'turn_started'), of(a, 'turn_complete'), end, call])
    expect([state.turn, state.watch?.state]).toEqual([null, 'ended'])
  })

  it('asks nobody', () => {
    const { events, state } = play([
      of(OLD, 'turn_started'),
      of(OLD, 'turn_complete'),
      of(NOW, 'turn_started'),
      of(OLD, 'permission_requested', { toolName: 'exec', description: 'ls' }),
    ])
    expect(types(events).slice(-2)).toEqual(['permission_requested', 'request_closed'])
    expect([state.requests, state.attention]).toEqual([[], []])
  })
})

describe('a prompt that waited for the end of a turn', () => {
  const queued = [
    of(a, 'turn_started'),
    of(a, 'turn_complete'),
    of(a, 'user_message', { content: 'and now this', via: 'hook' }),
  ]

  it('begins the next turn, whose id is learned from what follows', () => {
    const { events, state } = play([
      ...queued,
      of(b, 'tool_call', { toolCallId: 'd', toolName: 'Bash', args: {} }),
    ])
    const [, second] = turnIds(events, 'turn_started')
    expect(turnIds(events, 'user_message')).toEqual([second])
    expect(turnIds(events, 'tool_call')).toEqual([second])
    expect(state.meta.status).toBe('running')
    const end = { ...of(b, 'turn_complete'), source: { agent: 'claude', via: 'hook', nativeId: b } }
    const over = tell([{ draft: end, command: false }], state).state
    expect(over.pastTurns).toEqual([
      { turnId: turnIds(events, 'turn_started')[0], nativeId: a, over: true },
      { turnId: second, nativeId: b, over: true },
    ])
  })

  it('begins it too when it is told as a turn', () => {
    const { events, state } = play([
      ...queued.slice(0, 2),
      of(a, 'turn_started'),
      of(a, 'user_message', { content: 'x', via: 'hook' }),
      of(a, 'tool_result', { toolCallId: 'c', output: '', status: 'success' }),
      of(b, 'turn_complete', { finalText: 'Done.' }),
    ])
    const [first, second] = turnIds(events, 'turn_started')
    expect(turnIds(events, 'tool_result')).toEqual([first])
    expect(turnIds(events, 'user_message')).toEqual([second])
    expect(turnIds(events, 'turn_complete')).toEqual([first, second])
    expect(state.turn).toBeNull()
  })

  it('is told under its own turn where ids tell the time, or when it is late', () => {
    const timed = play([
      of(OLD, 'turn_started'),
      of(OLD, 'turn_complete'),
      of(OLD, 'user_message', { content: 'x', via: 'hook' }),
    ])
    const late = play([
      ...queued.slice(0, 2),
      of(a, 'user_message', { content: 'x', via: 'hook' }, { late: true }),
    ])
    expect([timed.state.turn, late.state.turn]).toEqual([null, null])
  })
})

describe('helpers that go on when the turn is over', () => {
  const left = [of(a, 'turn_started'), of(a, 'turn_complete', { backgroundTasks: 1 })]

  it('do not open it again', () => {
    const call = of(a, 'tool_call', { toolCallId: 'd', toolName: 'Bash', args: {}, subagentId: 's' })
    expect(play([...left, call]).state.turn).toBeNull()
  })

  it('are asked for until their call ends', () => {
    const asks = draftOf('permission_requested', {
      toolName: 'Bash',
      description: 'ls',
      toolCallId: 'd',
      subagentId: 's',
    })
    const waiting = play([of(a, 'turn_started'), asks, of(a, 'turn_complete', { backgroundTasks: 1 })])
    expect(waiting.state.requests).toHaveLength(1)
    expect(waiting.state.watch?.state).toBe('permission')
    const ended = tell(
      [{ draft: of(a, 'tool_result', { toolCallId: 'd', output: '', status: 'success' }), command: false }],
      waiting.state,
    )
    expect(dataOf(ended.events, 'request_closed')).toMatchObject([{ reason: 'resolved_elsewhere' }])
    expect(ended.state.attention).toEqual([])
  })
})

describe('a turn nobody told of', () => {
  it('is older by its id, told as past, and changes nothing of what runs', () => {
    const { events, state } = play([
      of(NOW, 'turn_started'),
      of(OLD, 'user_message', { content: 'earlier', via: 'hook' }),
      of(OLD, 'turn_complete', { finalText: 'Done earlier.' }),
    ])
    const [running, past] = turnIds(events, 'turn_started')
    expect(dataOf(events, 'turn_started')).toEqual([{}, { past: true }])
    expect(turnIds(events, 'user_message')).toEqual([past])
    expect(turnIds(events, 'turn_complete')).toEqual([past])
    expect([state.turn?.turnId, state.meta.status, state.lastTurnId]).toEqual([running, 'running', running])
  })

  it('is older than the last one that is over, too', () => {
    const { events, state } = play([
      of(NOW, 'turn_started'),
      of(NOW, 'turn_complete'),
      of(OLD, 'turn_started'),
    ])
    expect(dataOf(events, 'turn_started').at(-1)).toEqual({ past: true })
    expect(state.turn).toBeNull()
  })

  it('is newer by its id, and ends the one that runs', () => {
    const { events, state } = play([of(NOW, 'turn_started'), of(NEXT, 'turn_started')])
    expect(dataOf(events, 'turn_complete')).toEqual([{ finalText: '', stopReason: 'superseded' }])
    expect(state.turn?.nativeId).toBe(NEXT)
  })

  it('is older by the clock where its id does not tell', () => {
    const at = (occurredAt: number) =>
      tell([
        happens('turn_started', {}, { nativeTurnId: b }),
        happens('turn_started', {}, { nativeTurnId: a, occurredAt }),
      ]).state.turn?.nativeId
    expect([at(999), at(1001)]).toEqual([b, a])
  })
})

it('is not looked for by ids that come again in other threads', () => {
  const { events, state } = play([
    of('1', 'turn_started'),
    of('1', 'turn_complete'),
    of('2', 'turn_started'),
    of('1', 'turn_started'),
  ])
  expect(new Set(turnIds(events, 'turn_started')).size).toBe(3)
  expect(state.pastTurns).toEqual([])
})

describe('what is told late of a process that is gone', () => {
  const process = (pid: number) => ({ pid, host: 'box' })
  const now = happens('session_updated', { process: process(2), cwd: '/now' })
  const late = { late: true as const, occurredAt: 5 }

  it('does not take the place of the one that runs', () => {
    const { events, state } = tell([
      happens('session_state', { state: 'ready' }),
      now,
      happens('turn_started'),
      happens('session_updated', { process: process(1), cwd: '/then' }, late),
      happens('session_state', { state: 'inactive', reason: 'logout' }, late),
    ])
    expect(state.meta).toMatchObject({ process: process(2), cwd: '/now', status: 'running' })
    expect(dataOf(events, 'session_ended')).toEqual([{ reason: 'logout', late: true, occurredAt: 5 }])
  })

  it('counts where nothing was heard since', () => {
    const { state } = tell([
      happens('session_updated', { process: process(1) }, late),
      happens('turn_started', {}, late),
      happens('session_state', { state: 'inactive', reason: 'logout' }, { ...late, occurredAt: 6 }),
    ])
    expect(state.meta).toMatchObject({ process: process(1), status: 'inactive' })
  })

  it('is compared by when it happened: a turn that follows an interrupted one is the next', () => {
    const { state } = tell([
      happens('turn_started', {}, { ...late, nativeTurnId: a }),
      happens('turn_started', {}, { ...late, nativeTurnId: b, occurredAt: 9 }),
      happens('turn_complete', {}, { ...late, nativeTurnId: b, occurredAt: 12 }),
    ])
    expect([state.turn, state.watch?.state, state.watch?.since]).toEqual([null, 'idle', 12])
  })
})

describe('what is told late', () => {
  it('says so, and when it happened, whatever comes of it', () => {
    const { events } = play([of(a, 'turn_started', {}, { late: true, occurredAt: 17 })])
    expect(events.map(({ data }) => [data?.late, data?.occurredAt])).toEqual(events.map(() => [true, 17]))
  })

  it('asks nobody and raises nothing', () => {
    const { events, state } = play([
      of(a, 'permission_requested', { toolName: 'exec', description: 'ls' }, { late: true }),
      of(a, 'agent_notification', { message: 'm', notification_type: 'permission_prompt' }, { late: true }),
    ])
    expect(dataOf(events, 'request_closed')).toMatchObject([{ reason: 'resolved_elsewhere' }])
    expect(dataOf(events, 'attention_raised')).toEqual([])
    expect([state.requests, state.attention, state.meta.status]).toEqual([[], [], 'running'])
  })
})

it('leaves the newest turn open, in whatever order turns are told', () => {
  const kinds: EventType[] = ['turn_started', 'tool_result', 'message_complete']
  const draft = fc
    .tuple(fc.constantFrom(...V7), fc.constantFrom(...kinds))
    .map(([turn, type]) => of(turn, type, { toolCallId: 'c', content: 'x', via: 'v', text: 't', output: '' }))
  fc.assert(
    fc.property(fc.array(draft, { minLength: 1, maxLength: 12 }), (drafts) => {
      const { state } = tell(
        drafts.map((one) => ({ draft: one, command: false })),
        emptyState(META),
      )
      const newest = drafts
        .map(({ nativeTurnId = '' }) => nativeTurnId)
        .sort()
        .at(-1)
      expect(state.turn?.nativeId).toBe(newest)
    }),
  )
})
