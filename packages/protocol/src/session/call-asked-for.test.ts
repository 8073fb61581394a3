import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../event.js'
import { callAskedFor } from './call-asked-for.js'
import type { ToolCallSoFar } from './state.js'
import { BY, dataOf, happens, type Step, tell } from './story.fixture.js'

const call = (toolCallId: string, command: string, more: Partial<ToolCallSoFar> = {}): ToolCallSoFar => ({
  toolCallId,
  toolName: 'Bash',
  argsSoFar: JSON.stringify({ command }),
  status: 'running',
  ...more,
})
const asked = (command: string) => ({ toolName: 'Bash', args: { command } })
const nothing = { pending: new Set<string>(), settled: new Set<string>() }

describe('callAskedFor', () => {
  it.each([
    ['the one with the same arguments', [call('a', 'ls'), call('b', 'make')], 'make', 'b'],
    ['the only one of the tool, whatever its arguments', [call('a', 'ls -l')], 'ls', 'a'],
    ['none of several others', [call('a', 'x'), call('b', 'y')], 'ls', undefined],
    ['none of another tool', [call('a', 'ls', { toolName: 'Read' })], 'ls', undefined],
    ['none that has ended', [call('a', 'ls', { status: 'done' })], 'ls', undefined],
    ['one whose arguments differ in the last line break', [call('a', 'p\n'), call('b', 'q')], 'p', 'a'],
    [
      'one whose arguments were cut, when it is the only one',
      [call('a', '', { argsSoFar: '{"comma' })],
      'ls',
      'a',
    ],
  ])('is %s', (_what, calls, command, id) => {
    expect(callAskedFor(calls, asked(command), nothing)).toBe(id)
  })

  it('takes calls that are alike one after the other, and the first again when all are asked about', () => {
    const calls = [call('a', 'ls'), call('b', 'ls')]
    const pending = new Set<string>()
    const next = () => callAskedFor(calls, asked('ls'), { ...nothing, pending })
    expect(next()).toBe('a')
    pending.add('a')
    expect(next()).toBe('b')
    pending.add('b')
    expect(next()).toBe('a')
  })

  it('is one that was answered when no other is like it: its hook was fired twice', () => {
    const settled = new Set(['a'])
    expect(callAskedFor([call('a', 'ls')], asked('ls'), { ...nothing, settled })).toBe('a')
    expect(callAskedFor([call('a', 'ls'), call('b', 'ls')], asked('ls'), { ...nothing, settled })).toBe('b')
    expect(callAskedFor([call('a', 'ls'), call('b', 'make')], asked('ps'), { ...nothing, settled })).toBe('b')
  })
})

describe('a permission of a watched agent', () => {
  const calls = (toolCallId: string) =>
    happens('tool_call', { toolCallId, toolName: 'Bash', args: { command: 'ls' } })
  const asks = (more: JsonObject = {}) =>
    happens('permission_requested', { toolName: 'Bash', description: 'ls', args: { command: 'ls' }, ...more })
  const ends = (toolCallId: string) => happens('tool_result', { toolCallId, output: '', status: 'success' })

  it('is asked once, however many sources ask it', () => {
    const { events, state } = tell([
      calls('c'),
      asks(),
      asks(),
      asks({ toolCallId: 'c', requestId: 'other' }),
    ])
    expect(dataOf(events, 'permission_requested')).toMatchObject([{ toolCallId: 'c' }])
    expect(state.requests).toHaveLength(1)
  })

  it('was answered elsewhere when its call ends, and not when another does', () => {
    const waiting = tell([calls('c'), asks(), ends('d')])
    expect(waiting.state.requests).toHaveLength(1)
    const { events, state } = tell([ends('c')], waiting.state)
    expect(dataOf(events, 'request_closed')).toMatchObject([{ reason: 'resolved_elsewhere' }])
    expect([state.requests, state.attention, state.meta.status]).toEqual([[], [], 'running'])
  })

  it('whose call nobody told of was answered when a call ends that is unknown, or the same', () => {
    const closed = (steps: readonly Step[]) => dataOf(tell(steps).events, 'request_closed').length
    expect(closed([asks(), ends('x')])).toBe(1)
    // Told late, after what was asked about it.
    expect(closed([asks(), calls('c'), ends('c')])).toBe(1)
    const other = happens('tool_call', { toolCallId: 'd', toolName: 'Read', args: { path: 'a' } })
    expect(closed([other, asks(), ends('d')])).toBe(0)
    expect(closed([asks({ subagentId: 's' }), ends('x')])).toBe(0)
  })

  it('of a helper ends with it', () => {
    const helper = asks({ subagentId: 's' })
    const { events, state } = tell([helper, happens('subagent_stopped', { subagentId: 's' })])
    expect(dataOf(events, 'request_closed')).toMatchObject([{ reason: 'resolved_elsewhere' }])
    expect([state.requests, state.attention]).toEqual([[], []])
    expect(tell([helper, happens('subagent_stopped', { subagentId: 't' })]).state.requests).toHaveLength(1)
  })

  it('is not asked again when its hook comes a second time, after the answer', () => {
    const answer = happens('approval_resolved', { requestId: 'r', approved: true, by: BY })
    const { events } = tell([calls('c'), asks({ requestId: 'r' }), answer, asks({ requestId: 'again' })])
    expect(dataOf(events, 'permission_requested')).toHaveLength(1)
    const restarted = happens('request_closed', { requestId: 'r', reason: 'gateway_restarted' })
    const back = tell([calls('c'), asks({ requestId: 'r' }), restarted, asks({ requestId: 'again' })])
    expect(back.state.requests).toHaveLength(1)
  })

  it('leaves nobody waiting who works on, whatever became of it', () => {
    const restarted = happens('request_closed', { requestId: 'r', reason: 'gateway_restarted' })
    const waiting = tell([calls('c'), asks({ requestId: 'r' }), restarted])
    expect(waiting.state.meta.status).toBe('waiting')
    expect(tell([ends('c')], waiting.state).state.meta.status).toBe('running')
    expect(tell([calls('d')], waiting.state).state.meta.status).toBe('running')
  })

  it('has texts a person can read', () => {
    const long = 'x'.repeat(100_000)
    const { state } = tell([asks({ toolName: long, description: long, approvalType: long, reason: long })])
    expect(JSON.stringify(state).length).toBeLessThan(80_000)
    expect(state.watch?.message).toHaveLength(1000)
  })

  it('is one of at most a hundred', () => {
    const many = Array.from({ length: 103 }, (_, n) => asks({ requestId: `r${n}`, description: `${n}` }))
    const { events, state } = tell(many)
    expect(state.requests).toHaveLength(100)
    expect(state.attention).toHaveLength(100)
    expect(dataOf(events, 'request_closed').map(({ requestId }) => requestId)).toEqual(['r0', 'r1', 'r2'])
  })

  it('is answered once, also where it is known by its own id', () => {
    const answer = happens('approval_resolved', { requestId: 'r', approved: true, by: BY })
    const { events } = tell([
      asks({ requestId: 'r' }),
      answer,
      answer,
      happens('request_closed', { requestId: 'r' }),
    ])
    expect(dataOf(events, 'approval_resolved')).toHaveLength(1)
    expect(dataOf(events, 'request_closed')).toEqual([])
  })

  it('has no answer to tell when nobody was asked about the call', () => {
    const answer = happens('approval_resolved', { toolCallId: 'x', approved: false, by: BY })
    expect(tell([calls('c'), asks(), answer]).state.requests).toHaveLength(1)
    expect(tell([calls('x'), answer]).events.filter(({ type }) => type === 'approval_resolved')).toEqual([])
  })

  it('is answered by its call, once', () => {
    const answer = happens('approval_resolved', { toolCallId: 'c', approved: true, by: BY })
    const { events, state } = tell([calls('c'), asks({ requestId: 'r' }), answer, answer])
    expect(dataOf(events, 'approval_resolved')).toMatchObject([{ requestId: 'r', approved: true }])
    expect(state.requests).toEqual([])
  })
})
