import { checkEnvelope, type JsonObject } from '@signalbox/protocol'
import { describe, expect, it } from 'vitest'
import type { SessionRef } from '../log/log.js'
import { notifyCommit } from './notify.js'

const session: SessionRef = { by: 'id', id: '01994f3a-0000-7000-8000-000000000001' }
const commitOf = (envelope: JsonObject) => {
  const checked = checkEnvelope({ session_id: 's', ...envelope }, { strict: false })
  return notifyCommit('local', session, checked, JSON.stringify(checked.payload))
}

describe('notifyCommit', () => {
  it('is a notification too when it says so and has a message', () => {
    const payload = {
      type: 'Notification',
      message: 'hi',
      'notification-type': 'idle_prompt',
      origin: { kind: 'human' },
    }
    const [notify, notification, ...more] = commitOf({ payload }).drafts
    expect(more).toEqual([])
    expect(notify).toMatchObject({ type: 'notify_event', source: { agent: 'unknown', via: 'notify' } })
    expect(notification).toMatchObject({
      type: 'agent_notification',
      source: { agent: 'unknown', via: 'notify', nativeType: 'notification' },
      data: { message: 'hi', notification_type: 'idle_prompt' },
      origin: { kind: 'human' },
    })
  })

  it('is one event that holds the payload, and no more for what nobody maps', () => {
    expect(commitOf({ payload: { type: 'plan-L1-wip', level: 1 } })).toEqual({
      tenantId: 'local',
      session,
      drafts: [
        {
          type: 'notify_event',
          source: { agent: 'unknown', via: 'notify' },
          json: '{"notify":{"type":"plan-L1-wip","payload":{"type":"plan-L1-wip","level":1}}}',
        },
      ],
    })
  })

  it('carries what the sender said beside the payload', () => {
    const commit = commitOf({
      payload: { type: 'a"b' },
      raw: 'r',
      event_id: 'e"',
      occurred_at: '2026-01-28T20:17:42Z',
    })
    expect(JSON.parse(commit.drafts[0]?.json ?? '')).toEqual({
      notify: { type: 'a"b', eventId: 'e"', occurredAt: '2026-01-28T20:17:42Z', payload: { type: 'a"b' } },
    })
    expect(commit.drafts[0]?.raw).toBe('r')
    expect(commit.eventId).toBe('e"')
  })

  it.each([
    ['New Plan', 'notify_new_plan'],
    ['progress', 'notify_progress'],
    ['finish', 'notify_finish'],
    ['anything', 'notify_event'],
  ])('%s becomes %s', (type, canonical) => {
    expect(commitOf({ payload: { type } }).drafts.map((draft) => draft.type)).toEqual([canonical])
  })

  it('puts what a Codex payload means behind it', () => {
    const commit = commitOf({ payload: { type: 'session-end', 'thread-id': 't' } })
    expect(commit.drafts.map(({ type, source }) => [type, source.agent])).toEqual([
      ['notify_event', 'codex'],
      ['session_updated', 'codex'],
      ['session_state', 'codex'],
    ])
    expect(commit.bind).toEqual([{ namespace: 'codex', id: 't' }])
  })
})
