import type { Json } from '../event.js'
import { EXAMPLE, EXAMPLE_SESSION } from '../registry/example.js'
import { AnyObject, SessionMeta } from '../registry/shapes.js'
import { s } from '../schema.js'
import { described } from './described.js'
import type { HttpRoute, Parameter } from './route.js'

const { sessionId, epoch } = EXAMPLE
const session: Json = EXAMPLE_SESSION
const event: Json = {
  type: 'turn_complete',
  sessionId,
  seq: 12,
  ts: 1709312460000,
  turnId: 'turn_01994f3a-0000-7000-8000-000000000042',
  finalText: 'I’ve fixed the bug.',
}

const id: Parameter = {
  name: 'id',
  in: 'path',
  schema: s.string(),
  description: 'The uuid of the session, `thread_` and the uuid, or one of its aliases.',
  example: 'Codex 1',
}
const limit = (described: string): Parameter => ({
  name: 'limit',
  in: 'query',
  schema: s.integer({ minimum: 1, maximum: 1000 }),
  description: described,
  example: 100,
})
const Events = s.object({
  events: described(s.array(AnyObject), 'Each as on /ws: {type, sessionId, seq, ts, turnId?, …}.'),
  next: described(s.nullable(s.integer()), 'Goes into `after`; null at the end.'),
})

/** What is known of sessions. */
export const sessionRoutes: readonly HttpRoute[] = [
  {
    method: 'GET',
    path: '/api/sessions',
    operation: 'listSessions',
    chapter: 'sessions',
    summary: 'The sessions of the tenant',
    access: 'session:read',
    parameters: [
      limit('At most so many; 100 if not given.'),
      {
        name: 'cursor',
        in: 'query',
        schema: s.integer({ minimum: 0 }),
        description: '`next` of the page before.',
        example: 42,
      },
      {
        name: 'archived',
        in: 'query',
        schema: s.boolean(),
        description: 'With those that were put away; false if not given.',
        example: false,
      },
    ],
    answers: {
      200: {
        description: 'A page of them.',
        content: [
          {
            mediaType: 'application/json',
            schema: s.object({
              sessions: s.array(SessionMeta),
              next: described(s.nullable(s.string()), 'Goes into `cursor`; null at the end.'),
            }),
            example: { sessions: [session], next: null },
          },
        ],
      },
    },
    errors: ['invalidMessage', 'unavailable'],
  },
  {
    method: 'GET',
    path: '/api/sessions/{id}',
    operation: 'getSession',
    chapter: 'sessions',
    summary: 'One session',
    access: 'session:read',
    parameters: [id],
    answers: {
      200: {
        description: 'What lists say of it.',
        content: [{ mediaType: 'application/json', schema: SessionMeta, example: session }],
      },
    },
    errors: ['invalidMessage', 'sessionNotFound', 'unavailable'],
  },
  {
    method: 'GET',
    path: '/api/sessions/{id}/events',
    operation: 'getSessionEvents',
    chapter: 'sessions',
    summary: 'The durable events of a session',
    description:
      'A page, or with `Accept: application/x-ndjson` everything up to the head, one event a line.',
    access: 'session:read',
    parameters: [
      id,
      {
        name: 'after',
        in: 'query',
        schema: s.integer({ minimum: 0 }),
        description: 'Those with a higher seq; all if not given.',
        example: 0,
      },
      limit('At most so many; of a page 100 if not given, of NDJSON all.'),
    ],
    answers: {
      200: {
        description: 'In the order of seq. A page may be cut short by size.',
        content: [
          { mediaType: 'application/json', schema: Events, example: { events: [event], next: 12 } },
          {
            mediaType: 'application/x-ndjson',
            schema: s.string(),
            example: `${JSON.stringify(event)}\n`,
          },
        ],
      },
    },
    errors: ['invalidMessage', 'sessionNotFound', 'unavailable'],
  },
  {
    method: 'GET',
    path: '/api/sessions/{id}/events/{seq}/raw',
    operation: 'getRawEvent',
    chapter: 'sessions',
    summary: 'What the sender of an event said, word for word',
    access: 'session:read',
    parameters: [
      id,
      {
        name: 'seq',
        in: 'path',
        schema: s.integer({ minimum: 0 }),
        description: 'The number of the event.',
        example: 2,
      },
    ],
    answers: {
      200: {
        description: 'The text as it came.',
        content: [{ mediaType: 'text/plain', schema: s.string(), example: '{ "type": "finish" }' }],
      },
    },
    errors: ['invalidMessage', 'sessionNotFound', 'notFound', 'unavailable'],
  },
  {
    method: 'GET',
    path: '/api/sessions/{id}/events/stream',
    operation: 'streamSessionEvents',
    chapter: 'sessions',
    summary: 'The events of a session as they happen',
    description:
      'Server-sent events. Each has an id `epoch:seq`, so a browser resumes by itself; ' +
      'what is no event of the log (gap, replay_complete) has its type in `event:`. A comment every 15 s keeps it open.',
    access: 'session:read',
    parameters: [
      id,
      {
        name: 'after',
        in: 'query',
        schema: s.string(),
        description: 'A seq, or the id of an event: what came after it is replayed first.',
        example: '0',
      },
      {
        name: 'Last-Event-ID',
        in: 'header',
        schema: s.string(),
        description: 'The same, as browsers send it; it wins.',
        example: `${epoch}:12`,
      },
    ],
    answers: {
      200: {
        description: 'It stays open until one side goes or the session is deleted.',
        content: [
          {
            mediaType: 'text/event-stream',
            schema: s.string(),
            example: `id: ${epoch}:12\ndata: ${JSON.stringify(event)}\n\n`,
          },
        ],
      },
    },
    errors: ['invalidMessage', 'sessionNotFound', 'unavailable'],
    stream: true,
  },
]
