import type { Json } from '../event.js'
import { EXAMPLE } from '../registry/example.js'
import { AttentionEntry, RequestEntry, RequestStatus } from '../registry/shapes.js'
import { s } from '../schema.js'
import { described } from './described.js'
import { PermissionAnswer, QuestionAnswer } from './request-answer.js'
import type { HttpRoute, Parameter } from './route.js'

const { sessionId, turnId } = EXAMPLE
const asked = { requestId: 'req_1', toolName: 'exec', description: 'cargo build --release' }
const request: Json = {
  requestId: 'req_1',
  sessionId,
  kind: 'permission',
  turnId,
  since: 1709312410000,
  status: 'pending',
  data: asked,
}
const answered: Json = {
  ...request,
  status: 'resolved',
  by: { userId: 'owner', via: 'rest', from: '127.0.0.1' },
  endedAt: 1709312414200,
  outcome: 'approved',
  waitedMs: 4200,
}

const limit: Parameter = {
  name: 'limit',
  in: 'query',
  schema: s.integer({ minimum: 1, maximum: 1000 }),
  description: 'At most so many; 100 if not given.',
  example: 100,
}
const ofSession = (description: string): Parameter => ({
  name: 'session',
  in: 'query',
  schema: s.string(),
  description,
  example: 'Codex 1',
})

/** What agents ask people. */
export const requestRoutes: readonly HttpRoute[] = [
  {
    method: 'GET',
    path: '/api/requests',
    operation: 'listRequests',
    chapter: 'requests',
    summary: 'What agents ask people, over all sessions',
    description: 'Pending ones come first, longest waiting first; then those that ended, latest first.',
    access: 'session:read',
    parameters: [
      {
        name: 'status',
        in: 'query',
        schema: RequestStatus,
        description: 'Only those that are so; all if not given.',
        example: 'pending',
      },
      ofSession('Only those of this session: its uuid, or one of its aliases.'),
      limit,
    ],
    answers: {
      200: {
        description: 'What was asked, and how it ended.',
        content: [
          {
            mediaType: 'application/json',
            schema: s.object({ requests: s.array(RequestEntry) }),
            example: { requests: [{ ...request, answerable: true }] },
          },
        ],
      },
    },
    errors: ['invalidMessage', 'sessionNotFound', 'unavailable'],
  },
  {
    method: 'POST',
    path: '/api/requests/{id}/respond',
    operation: 'respondToRequest',
    chapter: 'requests',
    summary: 'Answer a request',
    description:
      'A permission is approved or denied; questions are answered or dismissed. The first answer counts: ' +
      'a later one is told by whom, when and how the request was answered.',
    access: 'session:write',
    parameters: [
      {
        name: 'id',
        in: 'path',
        schema: s.string(),
        description:
          'The `requestId`. Of several sessions with the same one, the request that waits is meant.',
        example: 'req_1',
      },
      ofSession('The session whose request is meant.'),
    ],
    body: {
      description: 'What fits the kind of the request.',
      content: [
        {
          mediaType: 'application/json',
          schema: s.either(
            described(PermissionAnswer, 'To a permission.'),
            described(QuestionAnswer, 'To questions.'),
          ),
          example: { approved: true },
        },
      ],
    },
    answers: {
      200: {
        description: 'The request as it ended.',
        content: [{ mediaType: 'application/json', schema: RequestEntry, example: answered }],
      },
    },
    errors: [
      'invalidJson',
      'invalidMessage',
      'tooLarge',
      'unsupportedMediaType',
      'sessionNotFound',
      'requestNotFound',
      'requestResolved',
      'agentUnavailable',
      'unavailable',
    ],
  },
  {
    method: 'GET',
    path: '/api/attention',
    operation: 'listAttention',
    chapter: 'requests',
    summary: 'The sessions that need a person',
    access: 'session:read',
    parameters: [
      {
        name: 'status',
        in: 'query',
        schema: s.oneOf(['raised', 'cleared']),
        description: 'raised: those that wait now, if not given. cleared: those that did, latest first.',
        example: 'raised',
      },
      limit,
    ],
    answers: {
      200: {
        description: 'Longest waiting first.',
        content: [
          {
            mediaType: 'application/json',
            schema: s.object({ attention: s.array(AttentionEntry) }),
            example: {
              attention: [
                {
                  sessionId,
                  kind: 'permission',
                  since: 1709312410000,
                  message: 'cargo build --release',
                  requestId: 'req_1',
                },
              ],
            },
          },
        ],
      },
    },
    errors: ['invalidMessage', 'unavailable'],
  },
]
