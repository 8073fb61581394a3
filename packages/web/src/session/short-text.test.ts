import type { SessionEvent } from '@signalbox/client'
import { REGISTRY } from '@signalbox/protocol'
import { describe, expect, it } from 'vitest'
import { shortText } from './short-text.js'

const head = { sessionId: 's', seq: 4, ts: 1 }
const notify = (payload: Record<string, unknown>): SessionEvent => ({
  ...head,
  type: 'notify_event',
  notify: { type: String(payload.type), payload },
})

const NOTIFICATION = {
  canonical_type: 'agent_notification',
  hook_event_type: 'notification',
  message_intent: 'ctrl_activity',
  delivery_scope: 'CTRL',
} as const

describe('shortText', () => {
  it.each<[string, SessionEvent, string]>([
    [
      'a state',
      { ...head, type: 'session_state', state: 'waiting', reason: 'permission' },
      'waiting (permission)',
    ],
    [
      'a prompt',
      { ...head, type: 'user_message', itemId: 'i', content: 'Fix it\nplease', via: 'n' },
      'Fix it please',
    ],
    [
      'a permission',
      { ...head, type: 'permission_requested', requestId: 'r', toolName: 'exec', description: 'npm publish' },
      'exec: npm publish',
    ],
    [
      'a denial with its reason',
      {
        ...head,
        type: 'approval_resolved',
        requestId: 'r',
        approved: false,
        by: { userId: 'owner', via: 'ws' },
        message: 'not today',
      },
      'denied: not today',
    ],
    [
      'a tool call',
      { ...head, type: 'tool_call', toolCallId: 't', toolName: 'read', args: { path: 'a.ts' } },
      'read {"path":"a.ts"}',
    ],
    [
      'an answer without text',
      { ...head, type: 'turn_complete', finalText: '', stopReason: 'aborted' },
      'aborted',
    ],
    [
      'a notification',
      {
        ...head,
        ...NOTIFICATION,
        type: 'agent_notification',
        message: 'Claude needs your permission to use Bash',
        raw_message: '<x>',
        notification_type: 'permission_prompt',
      },
      'Claude needs your permission to use Bash (permission_prompt)',
    ],
    [
      'a notification of no kind',
      { ...head, ...NOTIFICATION, type: 'agent_notification', message: 'Signed in' },
      'Signed in',
    ],
    [
      'a task in the background, without what it printed',
      {
        ...head,
        type: 'task_notification',
        taskId: 'b27a792',
        summary: 'Build completed',
        status: 'completed',
        result: 'line\n'.repeat(500),
      },
      'completed: Build completed',
    ],
    [
      'what nobody understood',
      { ...head, type: 'agent_unparsed', nativeType: 'TeammateIdle', problem: 'unknown hook' },
      'TeammateIdle: unknown hook',
    ],
    [
      'what nobody understood and has no name',
      { ...head, type: 'agent_unparsed', nativeType: null, problem: 'not JSON' },
      'not JSON',
    ],
    [
      'who waits for a person',
      { ...head, type: 'attention_raised', kind: 'input', since: 1, message: 'Claude is waiting' },
      'waits for you: Claude is waiting',
    ],
    [
      'who asks for permission',
      { ...head, type: 'attention_raised', kind: 'permission', since: 1, message: 'npm publish' },
      'permission: npm publish',
    ],
    [
      'a payload without what its agent put in for itself',
      notify({ type: 'note', message: `<system-reminder>${'x'.repeat(5000)}</system-reminder>\nDone.` }),
      'note: Done.',
    ],
    [
      'the telling field of a payload',
      notify({ type: 'plan-L1-wip', level: 1, heading: 'Route events' }),
      'plan-L1-wip: Route events',
    ],
    [
      'the plain fields of another',
      notify({ type: 'done', model: 'gpt-5', turn_id: 't', more: {} }),
      'done: model gpt-5',
    ],
  ])('%s', (_what, event, expected) => {
    expect(shortText(event)).toBe(expected)
  })

  it('has something to say for the example of every session event that carries text', () => {
    const silent = Object.entries(REGISTRY)
      .filter(([, row]) => row.kind !== 'reply' && Object.keys(row.example).length > 0)
      .filter(([type, row]) => shortText({ ...head, type, ...row.example } as unknown as SessionEvent) === '')
    expect(silent.map(([type]) => type)).toEqual([])
  })

  it('tells the plain fields of a type it does not know, and of a shape it does not expect', () => {
    const odd = (more: object) => shortText({ ...head, ...more } as unknown as SessionEvent)
    expect(odd({ type: 'of_tomorrow', colour: 'blue', deep: {} })).toBe('colour blue')
    expect(odd({ type: 'session_created', colour: 'blue' })).toBe('colour blue')
    expect(odd({ type: 'constructor', colour: 'blue' })).toBe('colour blue')
  })

  it('is one short line without terminal codes, whatever the agent wrote', () => {
    const text = shortText({ ...head, type: 'text_delta', text: `\u001b[31m${'very long\n'.repeat(1000)}` })
    expect(text).toHaveLength(301)
    expect(text).not.toContain('\n')
    expect(text).not.toContain('\u001b')
  })
})
