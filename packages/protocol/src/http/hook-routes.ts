import { HOOKED_AGENTS } from '../harmonize/native-hooks.js'
import { s } from '../schema.js'
import type { HttpRoute } from './route.js'

const payload = {
  session_id: '5f52332f-5ff6-4ba0-ac78-4f8bb0dce079',
  cwd: '/home/me/shop',
  hook_event_name: 'Notification',
  message: 'Claude needs your permission to use Bash',
  notification_type: 'permission_prompt',
}

/** How the hooks of agents come in. */
export const hookRoutes: readonly HttpRoute[] = [
  {
    method: 'POST',
    path: '/hooks/{agent}',
    operation: 'hook',
    chapter: 'notify',
    summary: 'What a hook of an agent was given, as it is',
    description:
      'On disk before the answer. A session that is not known is made. A hook that is not known, or not as it should be, ' +
      'is kept as agent_unparsed. The answer says nothing to the agent: it goes on as it would without.',
    access: 'session:write',
    parameters: [
      {
        name: 'agent',
        in: 'path',
        schema: s.oneOf(HOOKED_AGENTS),
        description: 'Whose hook it is.',
        example: 'claude',
      },
    ],
    body: {
      description: 'The payload, at most 8 MiB; more fields than these are taken and kept.',
      content: [
        {
          mediaType: 'application/json',
          schema: s.object({
            session_id: s.string({ minLength: 1 }),
            hook_event_name: s.optional(s.string()),
            cwd: s.optional(s.string()),
            prompt: s.optional(s.string()),
            message: s.optional(s.string()),
            notification_type: s.optional(s.string()),
            last_assistant_message: s.optional(s.nullable(s.string())),
          }),
          example: payload,
        },
      ],
    },
    answers: {
      200: {
        description: 'Kept. An empty object: no opinion.',
        content: [{ mediaType: 'application/json', schema: s.object({}), example: {} }],
      },
    },
    errors: ['invalidJson', 'invalidMessage', 'notFound', 'tooLarge', 'unsupportedMediaType', 'unavailable'],
  },
  {
    method: 'POST',
    path: '/v1/logs',
    operation: 'takeTelemetry',
    chapter: 'notify',
    summary: 'Telemetry of Codex: how a person decided in the terminal',
    description:
      'OTLP/HTTP logs in JSON, plain or gzip, as Codex sends them with `[otel] exporter = { otlp-http = { endpoint = ' +
      '".../v1/logs", protocol = "json" } }`. A decision of a person answers the request about that call; all else is ' +
      'told better by other sources and only counted.',
    access: 'session:write',
    body: {
      description: 'At most 8 MiB.',
      content: [
        {
          mediaType: 'application/json',
          schema: s.object({ resourceLogs: s.optional(s.array(s.unknown())) }),
          example: {
            resourceLogs: [
              {
                scopeLogs: [
                  {
                    logRecords: [
                      {
                        attributes: [
                          { key: 'event.name', value: { stringValue: 'codex.tool_decision' } },
                          {
                            key: 'conversation.id',
                            value: { stringValue: 'b5f6c1c2-1111-2222-3333-444455556666' },
                          },
                          { key: 'call_id', value: { stringValue: 'call_1' } },
                          { key: 'decision', value: { stringValue: 'approved' } },
                          { key: 'source', value: { stringValue: 'User' } },
                        ],
                      },
                    ],
                  },
                ],
              },
            ],
          },
        },
      ],
    },
    answers: {
      200: {
        description: 'Taken.',
        content: [
          {
            mediaType: 'application/json',
            schema: s.object({ partialSuccess: s.object({}) }),
            example: { partialSuccess: {} },
          },
        ],
      },
    },
    errors: ['invalidJson', 'invalidMessage', 'tooLarge', 'unsupportedMediaType', 'unavailable'],
  },
]
