import type { JsonObject } from '../event.js'
import { LogRecordSchema } from '../log-record/log-record.js'
import { EXAMPLE } from '../registry/example.js'
import { s } from '../schema.js'
import { described } from './described.js'
import type { HttpRoute, Parameter } from './route.js'

const { sessionId, epoch } = EXAMPLE
const cursor = `${epoch}@4711.0`

const text = (key: string, stringValue: string) => ({ key, value: { stringValue } })

/** One record, as both routes tell it. */
export const EXAMPLE_RECORD: JsonObject = {
  timeUnixNano: '1709312400000000000',
  observedTimeUnixNano: '1709312400000000000',
  severityNumber: 9,
  severityText: 'info',
  body: { stringValue: 'notify event accepted' },
  attributes: [
    text('gestalt.category', 'notification'),
    text('gestalt.source', 'notify'),
    text('type', 'notify_new_plan'),
    text('notify.type', 'new-plan'),
    text('notify.event_id', 'manual:new-plan:1'),
    text('session.id', 'Codex 1'),
    text('session_id', 'Codex 1'),
    text('notify.dispatch', 'queued'),
    text('signalbox.session_id', sessionId),
    text('notify.summary', 'Route session events'),
    text('summary', 'Route session events'),
  ],
  resource: { attributes: [text('service.name', 'signalbox')] },
  scope: { name: 'signalbox/notify' },
}

const filters: readonly Parameter[] = [
  {
    name: 'level',
    in: 'query',
    schema: s.oneOf(['debug', 'info', 'warning', 'warn', 'error']),
    description: 'This and what is more serious.',
    example: 'warning',
  },
  {
    name: 'session_id',
    in: 'query',
    schema: s.string(),
    description: 'Of this session alone: its uuid, `thread_` and the uuid, or one of its aliases.',
    example: 'Codex 1',
  },
  {
    name: 'type',
    in: 'query',
    schema: s.string({ maxLength: 200 }),
    description: 'Of this type alone: a canonical one, or what a notify client called it.',
    example: 'notify_new_plan',
  },
]

const after: Parameter = {
  name: 'after',
  in: 'query',
  schema: s.string(),
  description: 'The cursor of a record: those after it are told, in order.',
  example: cursor,
}

/** What the gateway accepted, and what it notes about itself. */
export const logRoutes: readonly HttpRoute[] = [
  {
    method: 'GET',
    path: '/api/logs',
    operation: 'listLogRecords',
    chapter: 'logs',
    summary: 'Records of what was accepted, and of what the gateway notes about itself',
    description:
      'OTLP LogRecords as JSON, in order, each with its `cursor`: one `notify event accepted` for every accepted notify, ' +
      'and the records of the gateway itself. The newest, unless `after` or `since` say where to begin. What is rare is ' +
      'looked for as far as a few seconds allow; `partial` says that the log goes on, and `next` is where to go on in any case.',
    access: 'session:read',
    parameters: [
      {
        name: 'limit',
        in: 'query',
        schema: s.integer({ minimum: 1, maximum: 1000 }),
        description: 'How many; 100, if it is not given.',
        example: 100,
      },
      {
        name: 'since',
        in: 'query',
        schema: s.string(),
        description: 'RFC 3339: those the gateway took from then on.',
        example: '2024-03-01T17:00:00Z',
      },
      ...filters,
      {
        name: 'q',
        in: 'query',
        schema: s.string({ maxLength: 200 }),
        description: 'A text that is somewhere in it, in whatever case.',
        example: 'plan',
      },
      after,
    ],
    answers: {
      200: {
        description: 'The records, and the cursor after which the next ones come.',
        content: [
          {
            mediaType: 'application/json',
            schema: s.object({
              records: s.array(s.object({ ...LogRecordSchema.properties, cursor: s.string() })),
              next: described(s.string(), 'To be given as `after`.'),
              partial: s.optional(
                described(
                  s.boolean(),
                  'True where fewer than `limit` are told and not everything was looked at: with `after` or `since` the rest ' +
                    'comes after `next`; without them older records were not looked at, and `since` says where to begin. Else absent.',
                ),
              ),
              gap: s.optional(
                described(
                  s.boolean(),
                  'True where records after `after` may have been removed by age or size before they were read. Else absent.',
                ),
              ),
            }),
            example: { records: [{ ...EXAMPLE_RECORD, cursor }], next: cursor },
          },
        ],
      },
    },
    errors: ['invalidMessage', 'sessionNotFound', 'unavailable'],
  },
  {
    method: 'GET',
    path: '/api/logs/stream',
    operation: 'streamLogRecords',
    chapter: 'logs',
    summary: 'Records as they are written',
    description:
      'Server-sent events, each an OTLP LogRecord with its cursor as id, so a browser resumes by itself. First those of the ' +
      'last hour, or of `replay`, or after a cursor; they carry `gestalt.replay_window`. gap, replay_complete and ' +
      'server_shutdown have their type in `event:`. A comment every 15 s keeps it open.',
    access: 'session:read',
    parameters: [
      ...filters,
      {
        name: 'replay',
        in: 'query',
        schema: s.string({ pattern: '^(0|[0-9]{1,6}(ms|s|m|h|d))$' }),
        description: 'From how far back, 1s to 7d; 1h, if it is not given, and 0 for only what comes.',
        example: '1h',
      },
      after,
      {
        name: 'Last-Event-ID',
        in: 'header',
        schema: s.string(),
        description: 'The same as `after`, as browsers send it; it wins.',
        example: cursor,
      },
    ],
    answers: {
      200: {
        description: 'It stays open until one side goes or the one session is deleted.',
        content: [
          {
            mediaType: 'text/event-stream',
            schema: s.string(),
            example: `id: ${cursor}\ndata: ${JSON.stringify(EXAMPLE_RECORD)}\n\n`,
          },
        ],
      },
    },
    errors: ['invalidMessage', 'sessionNotFound', 'unavailable'],
    stream: true,
  },
]
