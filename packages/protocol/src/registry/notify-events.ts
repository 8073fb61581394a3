import { s } from '../schema.js'
import { chapter, row } from './row.js'
import { AnyObject } from './shapes.js'

const Notify = s.object({
  notify: s.object({
    type: s.string(),
    eventId: s.optional(s.string()),
    occurredAt: s.optional(s.string()),
    /** The id its sender used for the session, where that is not the one notify clients know it by. */
    sentTo: s.optional(s.string()),
    payload: AnyObject,
  }),
})

function notifyRow(type: string, description: string) {
  return row({
    kind: 'durable',
    scopes: ['session'],
    turn: 'optional',
    data: Notify,
    description,
    example: {
      notify: { type, eventId: `manual:${type}:1`, payload: { type, summary: 'Route session events' } },
    },
  })
}

export const notifyEvents = chapter({
  id: 'notify',
  title: 'Notify',
  about: 'What came in through the notify door, as it came.',
  rows: {
    notify_new_plan: notifyRow('new-plan', 'A notify client reported a new plan.'),
    notify_progress: notifyRow('progress', 'A notify client reported progress.'),
    notify_finish: notifyRow('finish', 'A notify client reported that work is finished.'),
    notify_event: notifyRow('plan-L1-wip', 'A notify client reported something else.'),
  },
})
