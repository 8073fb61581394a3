import type { Delivery } from '@signalbox/protocol/flow'

export function delivery(more: Partial<Delivery> = {}): Delivery {
  return {
    id: 'e1/plan-created/0',
    event_id: 'e1',
    event_type: 'notify_new_plan',
    session_id: 's1',
    trigger_id: 'plan-created',
    activity_id: 'toast_notification',
    index: 0,
    status: 'done',
    attempts: 1,
    created_at: '2026-01-28T10:00:00.000Z',
    updated_at: '2026-01-28T10:00:01.000Z',
    chain: ['plan-created'],
    ...more,
  }
}
