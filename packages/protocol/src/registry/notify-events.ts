import { Type } from '@sinclair/typebox'
import { row } from './row.js'
import { AnyObject } from './shapes.js'

const Notify = Type.Object({
  notify: Type.Object({
    type: Type.String(),
    eventId: Type.Optional(Type.String()),
    occurredAt: Type.Optional(Type.String()),
    payload: AnyObject,
  }),
})

function notifyRow(type: string, description: string) {
  return row({
    kind: 'durable',
    scopes: ['session'],
    data: Notify,
    description,
    example: {
      notify: { type, eventId: `manual:${type}:1`, payload: { type, summary: 'Route session events' } },
    },
  })
}

/** What came in through the notify door, as it came. */
export const notifyEvents = {
  notify_new_plan: notifyRow('new-plan', 'A notify client reported a new plan.'),
  notify_progress: notifyRow('progress', 'A notify client reported progress.'),
  notify_finish: notifyRow('finish', 'A notify client reported that work is finished.'),
  notify_event: notifyRow('plan-L1-wip', 'A notify client reported something else.'),
}
