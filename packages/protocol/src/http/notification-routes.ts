import { EXAMPLE } from '../registry/example.js'
import { s } from '../schema.js'
import type { HttpRoute } from './route.js'

const cursor = `${EXAMPLE.epoch}@4711`
const example = {
  type: 'toast',
  level: 'info',
  message: 'Route session events',
  timestamp: '2024-03-01T17:00:00.000Z',
  session_id: EXAMPLE.sessionId,
}

/** What people should see wherever they look. */
export const notificationRoutes: readonly HttpRoute[] = [
  {
    method: 'GET',
    path: '/api/notifications/stream',
    operation: 'streamNotifications',
    chapter: 'flows',
    summary: 'What flows say and who needs a person, as it happens',
    description:
      'Server-sent events of type toast, attention_raised and attention_cleared, each with an id `epoch@offset`, so a ' +
      'browser resumes by itself; nothing else is replayed. gap, replay_complete and server_shutdown have their type in ' +
      '`event:`. A comment every 15 s keeps it open.',
    access: 'session:read',
    parameters: [
      {
        name: 'Last-Event-ID',
        in: 'header',
        schema: s.string(),
        description: 'The id of an event: what came after it is said first.',
        example: cursor,
      },
    ],
    answers: {
      200: {
        description: 'It stays open until one side goes. `level` is info, warning or error.',
        content: [
          {
            mediaType: 'text/event-stream',
            schema: s.string(),
            example: `id: ${cursor}\ndata: ${JSON.stringify(example)}\n\n`,
          },
        ],
      },
    },
    errors: ['invalidMessage', 'unavailable'],
    stream: true,
  },
]
