import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../event.js'
import { callAskedFor } from './call-asked-for.js'
import type { ToolCallSoFar } from './state.js'
import { BY, dataOf, happens, tell } from './story.fixture.js'

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

  it('leaves out what was answered', () => {
    expect(
      callAskedFor([call('a', 'ls')], asked('ls'), { ...nothing, settled: new Set(['a']) }),
    ).toBeUndefined()
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
