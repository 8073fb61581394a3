import { HOOKED_AGENTS } from '../harmonize/native-hooks.js'
import { AnyObject } from '../registry/shapes.js'
import { s } from '../schema.js'
import type { HttpRoute, Parameter } from './route.js'

const held = '01a1e09a-5d5c-7e81-ade2-aa59ec30ae9c.cmVxXzE'

const payload = {
  session_id: '5f52332f-5ff6-4ba0-ac78-4f8bb0dce079',
  cwd: '/home/me/shop',
  hook_event_name: 'Notification',
  message: 'Claude needs your permission to use Bash',
  notification_type: 'permission_prompt',
}

const agent: Parameter = {
  name: 'agent',
  in: 'path',
  schema: s.oneOf(HOOKED_AGENTS),
  description: 'Whose hook it is.',
  example: 'claude',
}

const said = (name: string, description: string, example: string): Parameter => ({
  ...{ name: `x-signalbox-${name}`, in: 'header', schema: s.string(), description, example },
})

/** What the process that was called as a hook knows, and its payload does not say. */
const beside: readonly Parameter[] = [
  said(
    'event-id',
    'The id of this call, 1 to 128 visible characters: the same id twice is one event.',
    'h-1',
  ),
  said('occurred-at', 'When it happened, in milliseconds, where that is not now.', '1794770905728'),
  said('late', '1: it is told after the fact. Nobody is asked, nothing is raised.', '1'),
  said('pid', 'The process of the agent. Taken together with the host only.', '4711'),
  said('pid-started', 'What tells that process from a later one with the same number.', '815233'),
  said('host', 'The name of the machine the agent runs on.', 'workstation'),
  said('tty', 'Its terminal.', '/dev/pts/3'),
  said('tmux-pane', 'Its pane in tmux.', '%5'),
  said('tmux-socket', 'The socket of that tmux.', '/tmp/tmux-1000/default'),
  said('attended', '0: nobody sits in front of the agent, so it is not kept waiting for long.', '0'),
  said('wait', 'poll: a hook that is held is answered 202 at once. Without it the call stays open.', 'poll'),
]

const decision = {
  hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } },
}

/** What the agent's hook prints. */
const printed = [{ mediaType: 'application/json', schema: AnyObject, example: decision }]

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
      'is kept as agent_unparsed. A hook that asks a person may be held until the request is answered, at any door. ' +
      'Headers that are not understood are ignored. The token of hook-authorization opens this route too.',
    access: 'session:write',
    parameters: [agent, ...beside],
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
        description: "Kept. What the agent's hook prints; an empty object is no opinion.",
        content: printed,
      },
      202: {
        description: 'Kept, and held: ask at /hooks/{agent}/held/{id} for the answer.',
        content: [
          { mediaType: 'application/json', schema: s.object({ held: s.string() }), example: { held } },
        ],
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
  {
    method: 'GET',
    path: '/hooks/{agent}/held/{id}',
    operation: 'heldHook',
    chapter: 'notify',
    summary: 'Waits for the answer to a held hook',
    description:
      'Answers when the request is answered or over. While a caller waits here the request can be answered; one whose ' +
      'connection breaks may ask again, also after a restart. The token of hook-authorization opens this route too.',
    access: 'session:write',
    parameters: [
      agent,
      {
        name: 'id',
        in: 'path',
        schema: s.string(),
        description: 'What held said.',
        example: held,
      },
    ],
    answers: {
      200: {
        description: "What the agent's hook prints; an empty object: it was answered elsewhere.",
        content: printed,
      },
    },
    errors: ['notFound', 'unavailable'],
    stream: true,
  },
]
