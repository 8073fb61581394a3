import type { ErrorKind } from '../errors.js'
import { s } from '../schema.js'
import { NotifyEnvelope } from './notify-envelope.js'
import type { HttpRoute } from './route.js'
import { Acceptance, BatchResult } from './shapes.js'

const envelope = {
  session_id: 'Codex 1',
  occurred_at: '2026-01-28T20:17:42Z',
  payload: { type: 'plan-L1-wip', plan_file: 'plans/notify.org', heading: 'Route session events', level: 1 },
  event_id: 'manual:plan-L1-wip:notify',
}
const acceptance = {
  id: '01994f3a-0000-7000-8000-0000000000e1',
  session_id: envelope.session_id,
  seq: 7,
  type: 'notify_event',
  dispatch: 'queued',
  duplicate: false,
}
const kept = { index: 0, status: 204, ...acceptance }
const refused = {
  index: 1,
  status: 422,
  code: 'missing_payload',
  detail: 'missing payload',
  field: 'payload',
}
const lines = (...values: object[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('')
const bodyErrors: ErrorKind[] = [
  'invalidJson',
  'invalidMessage',
  'tooLarge',
  'unsupportedMediaType',
  'unavailable',
]

/** How events come in. */
export const notifyRoutes: readonly HttpRoute[] = [
  {
    method: 'POST',
    path: '/api/sessions/{id}/notify',
    operation: 'notify',
    chapter: 'notify',
    summary: 'One event, on disk before the answer',
    description:
      'A session that does not exist is made, unless the gateway is strict. ' +
      'The same event_id with the same payload is one event; with another payload it is a conflict.',
    access: 'session:write',
    parameters: [
      {
        name: 'id',
        in: 'path',
        schema: s.string(),
        description: 'The name the sender gives the session; the same as session_id.',
        example: envelope.session_id,
      },
      {
        name: 'Prefer',
        in: 'header',
        schema: s.string(),
        description: '`return=representation` asks what became of the event.',
        example: 'return=representation',
      },
    ],
    body: {
      description: 'The envelope, at most 1 MiB.',
      content: [{ mediaType: 'application/json', schema: NotifyEnvelope, example: envelope }],
    },
    answers: {
      200: {
        description: 'Kept, and what became of it.',
        headers: { 'Preference-Applied': 'return=representation' },
        content: [{ mediaType: 'application/json', schema: Acceptance, example: acceptance }],
      },
      204: { description: 'Kept.' },
    },
    errors: [...bodyErrors, 'missingPayload', 'invalidPayload', 'sessionNotFound', 'conflict'],
  },
  {
    method: 'POST',
    path: '/api/events',
    operation: 'notifyMany',
    chapter: 'notify',
    summary: 'Up to 1,000 events in one call',
    description:
      'Every record is answered with the status it would have got alone; good ones are kept when others fail. ' +
      'NDJSON is asked for with `Accept: application/x-ndjson`.',
    access: 'session:write',
    body: {
      description: 'Envelopes as a JSON array or as NDJSON, at most 16 MiB, 1 MiB each.',
      content: [
        {
          mediaType: 'application/json',
          schema: s.array(NotifyEnvelope, { maxItems: 1000 }),
          example: [envelope],
        },
        { mediaType: 'application/x-ndjson', schema: s.string(), example: lines(envelope) },
      ],
    },
    answers: {
      200: {
        description: 'What became of each, in order.',
        content: [
          {
            mediaType: 'application/json',
            schema: s.object({ results: s.array(BatchResult) }),
            example: { results: [kept, refused] },
          },
          { mediaType: 'application/x-ndjson', schema: s.string(), example: lines(kept, refused) },
        ],
      },
    },
    errors: bodyErrors,
  },
]
