import type { JsonObject } from '../event.js'
import { CANONICAL_ACTIVITIES } from '../harmonize/canonical-activity.js'
import { EXAMPLE } from '../registry/example.js'
import { s } from '../schema.js'
import type { HttpRoute } from './route.js'

const { sessionId, epoch } = EXAMPLE

/** One activity as the stream says it. */
export const EXAMPLE_ACTIVITY: JsonObject = {
  session_id: sessionId,
  canonical_type: 'agent_output_update',
  hook_event_type: 'tool_use',
  timestamp: '2024-03-01T17:00:00.000Z',
  message_intent: 'ctrl_activity',
  delivery_scope: 'CTRL',
  tool_name: 'Bash',
  tool_preview: 'npm test',
}

const cursor = `${epoch}@4711`

/** What agents do, whichever they are. */
export const activityRoutes: readonly HttpRoute[] = [
  {
    method: 'GET',
    path: '/api/activity/stream',
    operation: 'streamActivity',
    chapter: 'sessions',
    summary: 'Canonical activity of all sessions as it happens',
    description:
      'Server-sent events, in the same words for every agent. Each has an id `epoch@offset`, so a browser resumes by ' +
      'itself; gap, replay_complete and server_shutdown have their type in `event:`. A comment every 15 s keeps it open.',
    access: 'session:read',
    parameters: [
      {
        name: 'session',
        in: 'query',
        schema: s.string({ minLength: 1 }),
        description: 'Of this session alone: its uuid, `thread_` and the uuid, or one of its aliases.',
        example: 'Codex 1',
      },
      {
        name: 'types',
        in: 'query',
        schema: s.string({ minLength: 1 }),
        description: `Of these canonical types alone, with commas between them: ${CANONICAL_ACTIVITIES.join(', ')}.`,
        example: 'agent_output_stop,agent_notification',
      },
      {
        name: 'after',
        in: 'query',
        schema: s.string(),
        description: 'An offset, or the id of an event: what came after it is replayed first.',
        example: '0',
      },
      {
        name: 'Last-Event-ID',
        in: 'header',
        schema: s.string(),
        description: 'The same, as browsers send it; it wins.',
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
            example: `id: ${cursor}\ndata: ${JSON.stringify(EXAMPLE_ACTIVITY)}\n\n`,
          },
        ],
      },
    },
    errors: ['invalidMessage', 'sessionNotFound', 'unavailable'],
    stream: true,
  },
]
