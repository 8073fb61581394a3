import { rowOf, validate } from '@signalbox/protocol'
import { describe, expect, it } from 'vitest'
import { notificationDraft } from './notification.js'

const source = { agent: 'claude', via: 'hook', nativeType: 'Notification' }

describe('notificationDraft', () => {
  it.each([
    ['its message', { message: 'Claude needs your permission', title: 't' }, 'Claude needs your permission'],
    ['its title', { message: ' ', title: 'Done' }, 'Done'],
    [
      'the sentence of its kind',
      { message: null, notificationType: 'idle_prompt' },
      'The agent is waiting for your input',
    ],
    ['a notice, at least', { message: undefined, notificationType: 'toString' }, '(system notice)'],
    ['a notice for what is no text', { message: 7, title: ['x'] }, '(system notice)'],
  ])('says %s', (_what, told, message) => {
    const draft = notificationDraft({ source, ...told })
    expect(draft.data?.message).toBe(message)
    expect(validate(rowOf('agent_notification').data, draft.data)).toBeUndefined()
  })

  it('carries what every canonical event does, and its kind where it has one', () => {
    expect(notificationDraft({ source, message: 'x', notificationType: 'auth_success' }).data).toEqual({
      message: 'x',
      canonical_type: 'agent_notification',
      hook_event_type: 'notification',
      message_intent: 'ctrl_activity',
      delivery_scope: 'CTRL',
      notification_type: 'auth_success',
    })
    for (const notificationType of [undefined, null, '']) {
      const draft = notificationDraft({ source, message: 'x', notificationType })
      expect(draft.data).not.toHaveProperty('notification_type')
    }
  })
})
