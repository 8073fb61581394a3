import type { SessionEvent } from '@signalbox/client'
import { REGISTRY } from '@signalbox/protocol'
import { describe, expect, it } from 'vitest'
import { eventLine } from './event-line.js'

const EVENTS = Object.entries(REGISTRY).filter(([, { kind }]) => kind !== 'reply')
const event = (type: string, data: object) =>
  ({ type, sessionId: 's', seq: 1, ts: 0, ...data }) as SessionEvent

/** The same with something nasty in every text. */
function poisoned(value: unknown): unknown {
  if (typeof value === 'string') return `${value}\u001b]0;x\u0007\u202e\u009b2J\n`
  if (Array.isArray(value)) return value.map(poisoned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, poisoned(inner)]))
}

describe('eventLine', () => {
  it.each(EVENTS)('%s fits one harmless line', (type, { example }) => {
    for (const data of [example, poisoned(example) as object]) {
      const line = eventLine(event(type, data))
      // biome-ignore lint/suspicious/noControlCharactersInRegex: that none is left is what is tested
      expect(line ?? '').not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/)
    }
  })

  it.each([
    ['user_message', { itemId: 'i', content: 'Fix\nit', via: 'ws' }, 'Fix it'],
    ['session_state', { state: 'ready', reason: 'turn_complete' }, 'ready: turn_complete'],
    ['ui.spec_error', { uiId: 'u', message: 'line 3' }, 'interface could not be read: line 3'],
    ['tool_call', { toolCallId: 't', toolName: 'bash', args: { command: 'ls' } }, 'bash ls'],
    ['tool_result', { toolCallId: 't', status: 'success', output: 'a\nb' }, 'success 2 lines'],
    ['turn_error', { message: 'Gone', code: 'AGENT_DISCONNECTED' }, 'AGENT_DISCONNECTED: Gone'],
    ['permission_requested', { requestId: 'req_1', toolName: 'bash', description: 'ls' }, 'req_1 bash: ls'],
    [
      'approval_resolved',
      { requestId: 'r', approved: false, by: { userId: 'me', via: 'rest' } },
      'denied by me (rest)',
    ],
  ])('%s', (type, data, line) => {
    expect(eventLine(event(type, data))).toBe(line)
  })

  it.each([
    ['attention_raised', { kind: 'input', since: 1, message: 'Your turn' }, 'waits for you: Your turn'],
    ['attention_raised', { kind: 'permission', since: 1, message: 'npm test' }, 'permission: npm test'],
    ['attention_raised', { kind: 'input', since: 1, message: '' }, 'waits for you'],
    ['attention_raised', { kind: 'of_tomorrow', since: 1, message: 'x' }, 'of_tomorrow: x'],
    ['agent_notification', { message: 'Signed\nin' }, 'Signed in'],
    ['toast', { level: 'error', message: 'Build\nbroke' }, 'error: Build broke'],
    [
      'agent_notification',
      { message: 'Claude is waiting for your input', notification_type: 'idle_prompt', raw_message: '<x>' },
      'Claude is waiting for your input (idle_prompt)',
    ],
    [
      'task_notification',
      { taskId: 'b2', summary: 'Build completed', status: 'completed', result: 'much\nmore' },
      'completed: Build completed',
    ],
    ['task_notification', { taskId: 'b2', summary: 'Build' }, 'Build'],
    ['agent_unparsed', { nativeType: 'TeammateIdle', problem: 'unknown hook' }, 'TeammateIdle: unknown hook'],
    ['agent_unparsed', { nativeType: null, problem: 'not JSON' }, 'not JSON'],
  ])('%s of an agent beside its turns: %j', (type, data, line) => {
    expect(eventLine(event(type, data))).toBe(line)
  })

  it.each([
    [{ message: '<system-reminder>x</system-reminder>\nDone.' }, 'note: Done.'],
    [{ model: 'gpt-5', deep: {} }, 'note: {"model":"gpt-5","deep":{}}'],
    [{}, 'note'],
  ])('says of a payload what a person should read: %j', (payload, line) => {
    const notify = { type: 'note', payload: { type: 'note', ...payload } }
    for (const type of ['notify_new_plan', 'notify_progress', 'notify_finish', 'notify_event'])
      expect(eventLine(event(type, { notify }))).toBe(line)
  })

  it('leaves pieces to the event that tells the whole', () => {
    expect(eventLine(event('text_delta', { text: 'x' }))).toBeUndefined()
    expect(eventLine(event('terminal_stream', { data: 'x' }))).toBeUndefined()
  })

  it('shows what a later release says as it is', () => {
    expect(eventLine(event('of_a_later_release', { what: 'new' }))).toBe('{"what":"new"}')
  })
})
