import { EXAMPLE } from '../registry/example.js'
import { s } from '../schema.js'
import type { HttpRoute, Parameter } from './route.js'

const listener = '01994f3a-0000-7000-8000-000000000042'
const entry = { listener, since: 1709312410000, pane: '%5' }

/** A session that is told about another. `pane`: where, if its agent runs in tmux. */
export const ListenerEntry = s.object({
  listener: s.string(),
  since: s.number(),
  pane: s.optional(s.string()),
})

const target: Parameter = {
  name: 'id',
  in: 'path',
  schema: s.string(),
  description: 'The session that is listened to: its uuid, or one of its aliases.',
  example: EXAMPLE.sessionId,
}

/** Sessions that are told when another needs somebody or is done. */
export const listenerRoutes: readonly HttpRoute[] = [
  {
    method: 'POST',
    path: '/api/sessions/{id}/listeners',
    operation: 'addListener',
    chapter: 'sessions',
    summary: 'Have a session told when another needs somebody or is done',
    description:
      'Once per happening: typed into the tmux pane of the listener when its agent is idle, or, where it has none, as ' +
      'agent_notification in its session. One of a pair: adding it again changes nothing.',
    access: 'session:write',
    parameters: [target],
    body: {
      description: 'Who is told.',
      content: [
        {
          mediaType: 'application/json',
          schema: s.object({ listener: s.string({ minLength: 1 }) }),
          example: { listener },
        },
      ],
    },
    answers: {
      200: {
        description: 'Who is told, and where.',
        content: [{ mediaType: 'application/json', schema: ListenerEntry, example: entry }],
      },
    },
    errors: [
      'invalidJson',
      'invalidMessage',
      'tooLarge',
      'unsupportedMediaType',
      'sessionNotFound',
      'unavailable',
    ],
  },
  {
    method: 'GET',
    path: '/api/sessions/{id}/listeners',
    operation: 'listListeners',
    chapter: 'sessions',
    summary: 'Who is told about a session',
    access: 'session:read',
    parameters: [target],
    answers: {
      200: {
        description: 'Oldest first.',
        content: [
          {
            mediaType: 'application/json',
            schema: s.object({ listeners: s.array(ListenerEntry) }),
            example: { listeners: [entry] },
          },
        ],
      },
    },
    errors: ['sessionNotFound', 'unavailable'],
  },
  {
    method: 'DELETE',
    path: '/api/sessions/{id}/listeners/{listener}',
    operation: 'removeListener',
    chapter: 'sessions',
    summary: 'Have a session told no longer',
    access: 'session:write',
    parameters: [
      target,
      {
        name: 'listener',
        in: 'path',
        schema: s.string(),
        description: 'The session that was told: its uuid, or one of its aliases.',
        example: listener,
      },
    ],
    answers: { 204: { description: 'It is told no longer.' } },
    errors: ['notFound', 'sessionNotFound', 'unavailable'],
  },
]
