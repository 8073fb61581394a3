import { describe, expect, it } from 'vitest'
import { neededFor } from './needing.js'
import { emptyState } from './state.js'
import { commanded, draftOf, happens, META, play, type Step, tell } from './story.fixture.js'

const notified = (data: object = {}) =>
  happens('agent_notification', {
    message: 'Claude is waiting for your input',
    canonical_type: 'agent_notification',
    hook_event_type: 'notification',
    message_intent: 'ctrl_activity',
    delivery_scope: 'CTRL',
    notification_type: 'idle_prompt',
    ...data,
  })
const permission = notified({
  notification_type: 'permission_prompt',
  message: 'Claude needs your permission',
})
const typesOf = (steps: Step[]) => tell(steps).events.map(({ type }) => type)

describe('a notification that asks for a person', () => {
  it('raises attention once, with the message a person reads', () => {
    const { state, events } = tell([notified(), notified()])
    expect(events.filter(({ type }) => type === 'attention_raised')).toHaveLength(1)
    expect(state.attention).toEqual([
      { kind: 'input', since: expect.any(Number), message: 'Claude is waiting for your input' },
    ])
  })

  it('does not start a session of ours', () => {
    const { state } = tell([notified()], emptyState({ ...META, origin: 'driven' }))
    expect([state.meta.status, state.attention.length]).toEqual(['inactive', 1])
  })

  it('of the same kind with other words is another one', () => {
    const other = { ...permission.draft.data, message: 'Claude needs your permission to use Write' }
    const { state, events } = tell([permission, notified(other)])
    expect(events.map(({ type }) => type).filter((type) => type.startsWith('attention'))).toEqual([
      'attention_raised',
      'attention_cleared',
      'attention_raised',
    ])
    expect(state.attention.map(({ message }) => message)).toEqual([other.message])
  })

  it('after the end of the session raises nothing and brings nothing back', () => {
    const ended = [
      happens('session_state', { state: 'ready' }),
      happens('session_state', { state: 'inactive' }),
    ]
    const { state } = tell([...ended, permission])
    expect([state.meta.status, state.attention]).toEqual(['inactive', []])
    expect(tell([...ended, happens('turn_started'), permission]).state.attention).toHaveLength(1)
  })

  it('shows that a session watched from outside is there', () => {
    expect(tell([notified()]).state.meta.status).toBe('ready')
    expect(tell([notified({ notification_type: 'auth_success' })]).state.meta.status).toBe('inactive')
  })

  it.each([
    ['permission_prompt', 'permission'],
    ['worker_permission_prompt', 'permission'],
    ['elicitation_dialog', 'question'],
    ['agent_needs_input', 'input'],
    ['idle_prompt', 'input'],
    ['auth_success', undefined],
    ['elicitation_complete', undefined],
    ['agent_completed', undefined],
    ['toString', undefined],
    ['a kind of tomorrow', undefined],
  ])('of the kind %s needs a person for: %s', (notification_type, kind) => {
    // A kind is believed, whatever the sentence says.
    expect(neededFor({ notification_type, message: 'Claude needs your permission to use Bash' })).toBe(kind)
  })

  it.each([
    ['Claude needs your permission to use Bash', 'permission'],
    ['Claude needs your approval for the plan', 'permission'],
    ['Waiting for your approval', 'permission'],
    ['Claude is waiting for your input', 'input'],
    ['The agent needs your attention', 'input'],
    ['Build finished', undefined],
    ['Your permission was recorded', undefined],
    [`${'x'.repeat(300)} needs your permission`, undefined],
    ['', undefined],
  ])('without a kind is read by its sentence: %s', (message, kind) => {
    expect(neededFor({ message })).toBe(kind)
  })

  it('does not raise what a request has raised already', () => {
    const asked = happens('permission_requested', { requestId: 'r', toolName: 'Bash', description: 'ls' })
    const { state } = tell([asked, permission])
    expect(state.attention).toHaveLength(1)
    expect(state.attention[0]?.requestId).toBe('r')
  })
})

describe('attention is cleared when the agent goes on', () => {
  const goingOn: Step[] = [
    happens('turn_started'),
    happens('user_message', { content: 'go on', via: 'test' }),
    happens('steer_sent', { steerId: 's', content: 'left' }),
    happens('text_delta', { text: 'x' }),
    happens('message_complete', { text: 'x' }),
    happens('thinking_start'),
    happens('thinking_progress', { text: 'x' }),
    happens('tool_call_start', { toolCallId: 'c', toolName: 'Bash' }),
    happens('tool_error', { toolCallId: 'c', error: 'x' }),
    happens('tool_call', { toolCallId: 'c', toolName: 'Bash', args: {} }),
    happens('tool_result', { toolCallId: 'c', status: 'success' }),
    happens('turn_complete', { finalText: 'done' }),
    happens('turn_error', { message: 'broken', code: 'AGENT_ERROR' }),
    happens('session_state', { state: 'inactive' }),
    happens('session_state', { state: 'ready' }),
  ]

  it.each(goingOn.map((step) => [step.draft.type, step] as const))('by %s', (_type, step) => {
    const { state, events } = tell([permission, step])
    expect(state.attention).toEqual([])
    expect(events.find(({ type }) => type === 'attention_cleared')?.data).toEqual({
      kind: 'permission',
      since: expect.any(Number),
      message: 'Claude needs your permission',
      reason: 'went_on',
    })
  })

  it('not by what shows nothing of it', () => {
    const steps = [
      permission,
      notified({ notification_type: 'auth_success' }),
      happens('session_updated', { cwd: '/x' }),
      happens('usage_update', { inputTokens: 1 }),
      commanded('autonomy_profile_updated', { profile: 'ask_every_time' }),
    ]
    expect(tell(steps).state.attention).toHaveLength(1)
  })

  it('leaves what a request raised to the request', () => {
    const asked = happens('permission_requested', { requestId: 'r', toolName: 'Bash', description: 'ls' })
    const { state } = tell([asked, notified(), happens('text_delta', { text: 'x' })])
    expect(state.attention.map(({ requestId }) => requestId)).toEqual(['r'])
    expect(typesOf([asked, happens('text_delta', { text: 'x' })])).not.toContain('attention_cleared')
  })

  it('by a turn that opens and closes at once, only once', () => {
    const { events } = play([permission.draft, draftOf('turn_complete', { finalText: 'x' }, '7')])
    expect(events.filter(({ type }) => type === 'attention_cleared')).toHaveLength(1)
  })
})
