import { EXAMPLE } from '../registry/example.js'
import { s } from '../schema.js'
import { described } from './described.js'
import type { HttpRoute } from './route.js'
import { Viewer } from './shapes.js'

/** Who else is there. */
export const viewerRoutes: readonly HttpRoute[] = [
  {
    method: 'GET',
    path: '/api/viewers',
    operation: 'listViewers',
    chapter: 'sessions',
    summary: 'Who looks at which sessions',
    description:
      'Everybody with a live connection to /ws, and the sessions each has joined. A device with several ' +
      'connections, as a browser with several tabs, is told once.',
    access: 'session:read',
    answers: {
      200: {
        description: 'Those who were there first come first.',
        content: [
          {
            mediaType: 'application/json',
            schema: s.object({ viewers: described(s.array(Viewer), 'At most 100.') }),
            example: {
              viewers: [
                {
                  name: 'Firefox on Linux',
                  since: 1709312400000,
                  sessions: [EXAMPLE.sessionId],
                  current: false,
                },
              ],
            },
          },
        ],
      },
    },
    errors: [],
  },
]
