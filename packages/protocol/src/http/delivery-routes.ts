import type { Json } from '../event.js'
import { ACTIVITY_IDS } from '../flow/activities.js'
import { DELIVERY_STATUSES, deliveryId } from '../flow/delivery.js'
import { EXAMPLE } from '../registry/example.js'
import { s } from '../schema.js'
import { described } from './described.js'
import type { HttpRoute } from './route.js'

const eventId = '01994f3a-0000-7000-8000-0000000000e1'
const id = deliveryId(eventId, 'plan-created', 1)
const time = (description: string) => described(s.string(), `${description} RFC 3339.`)

const DeliveryEntry = s.object({
  id: described(
    s.string(),
    'The event, the trigger and the place of the activity in it; the key webhooks carry.',
  ),
  event_id: described(s.string(), 'The id of the event in the log.'),
  event_type: s.string(),
  session_id: s.string(),
  trigger_id: s.string(),
  activity_id: s.oneOf(ACTIVITY_IDS),
  index: described(s.integer({ minimum: 0 }), 'The place of the activity in its trigger.'),
  status: described(
    s.oneOf(DELIVERY_STATUSES),
    'dead: given up. unknown: the gateway stopped in the middle. stopped: flows set each other off too often.',
  ),
  attempts: s.integer({ minimum: 0 }),
  created_at: time('When the event matched.'),
  updated_at: time('When something last became of it.'),
  next_attempt_at: s.optional(time('When it is tried next.')),
  error: s.optional(s.string()),
  response: s.optional(described(s.record(s.unknown()), 'What was heard back, at most 16 KiB of it.')),
  chain: described(s.array(s.string()), 'The triggers that led to it, the first first; its own is the last.'),
})

const delivery: Json = {
  id,
  event_id: eventId,
  event_type: 'notify_new_plan',
  session_id: EXAMPLE.sessionId,
  trigger_id: 'plan-created',
  activity_id: 'post_webhook',
  index: 1,
  status: 'done',
  attempts: 2,
  created_at: '2026-01-28T20:17:42.018Z',
  updated_at: '2026-01-28T20:17:43.140Z',
  response: { status: 200, body: 'ok' },
  chain: ['plan-created'],
}

/** What flows did, and are going to do. */
export const deliveryRoutes: readonly HttpRoute[] = [
  {
    method: 'GET',
    path: '/api/flow/deliveries',
    operation: 'listDeliveries',
    chapter: 'flows',
    summary: 'What flows did and are going to do',
    description: 'Newest first. Finished ones are kept for 7 days, those that came to no good end for 30.',
    access: 'session:read',
    parameters: [
      {
        name: 'status',
        in: 'query',
        schema: s.oneOf(DELIVERY_STATUSES),
        description: 'Only those that are so; all if not given.',
        example: 'dead',
      },
      {
        name: 'trigger',
        in: 'query',
        schema: s.string(),
        description: 'Only those of this trigger.',
        example: 'plan-created',
      },
      {
        name: 'session',
        in: 'query',
        schema: s.string(),
        description: 'Only those for events of this session: its uuid, or one of its aliases.',
        example: 'Codex 1',
      },
      {
        name: 'limit',
        in: 'query',
        schema: s.integer({ minimum: 1, maximum: 1000 }),
        description: 'At most so many; 100 if not given.',
        example: 100,
      },
      {
        name: 'after',
        in: 'query',
        schema: s.string(),
        description: 'The `next` of the page before.',
        example: '4711.3',
      },
    ],
    answers: {
      200: {
        description: 'A page of them; `next` asks for the next, and is null on the last.',
        content: [
          {
            mediaType: 'application/json',
            schema: s.object({ deliveries: s.array(DeliveryEntry), next: s.nullable(s.string()) }),
            example: { deliveries: [delivery], next: null },
          },
        ],
      },
    },
    errors: ['invalidMessage', 'sessionNotFound', 'unavailable'],
  },
  {
    method: 'POST',
    path: '/api/flow/deliveries/{id}/retry',
    operation: 'retryDelivery',
    chapter: 'flows',
    summary: 'Tries a delivery again that was given up',
    description:
      'With a new count of attempts, and as its rule is now: a URL or template that was put right counts. 409 when its trigger is gone, ' +
      'or has no such activity in that place any more. What was typed into a terminal and may have arrived is typed again.',
    access: 'session:write',
    parameters: [
      {
        name: 'id',
        in: 'path',
        schema: s.string(),
        description: 'Its id, with / written as %2F.',
        example: encodeURIComponent(id),
      },
    ],
    answers: {
      200: {
        description: 'It is going to be tried.',
        content: [
          {
            mediaType: 'application/json',
            schema: s.object({ delivery: DeliveryEntry }),
            example: { delivery: { ...(delivery as object), status: 'pending', attempts: 0 } },
          },
        ],
      },
    },
    errors: ['notFound', 'conflict', 'unavailable', 'flowsUnavailable'],
  },
]
