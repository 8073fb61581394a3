import { s } from '../schema.js'
import { EXAMPLE } from './example.js'
import { chapter, row } from './row.js'
import { AnyObject, By, Question, RequestStatus, requestFields } from './shapes.js'

const session = ['session'] as const
const requestId = s.string()

export const requestEvents = chapter({
  id: 'request',
  title: 'Requests',
  about: 'What the agent asks a person, and how each ended.',
  rows: {
    permission_requested: row({
      kind: 'durable',
      scopes: session,
      turn: 'optional',
      data: s.object({
        requestId,
        toolName: s.string(),
        description: s.string(),
        approvalType: s.optional(s.string()),
        args: s.optional(AnyObject),
        toolCallId: s.optional(s.string()),
      }),
      description: 'The agent asks whether it may do something.',
      example: {
        requestId: 'req_1',
        toolName: 'exec',
        description: 'cargo build --release',
        approvalType: 'exec',
      },
    }),
    approval_resolved: row({
      kind: 'durable',
      scopes: session,
      turn: 'optional',
      data: s.object({ requestId, approved: s.boolean(), by: By, message: s.optional(s.string()) }),
      description: 'A permission request was answered.',
      example: { requestId: 'req_1', approved: true, by: { userId: 'owner', via: 'ws' } },
    }),
    question_requested: row({
      kind: 'durable',
      scopes: session,
      turn: 'optional',
      data: s.object({ requestId, questions: s.array(Question), context: s.optional(s.string()) }),
      description: 'The agent asks a person one or more questions and waits.',
      example: {
        requestId: 'req_2',
        questions: [
          { id: 'strategy', text: 'Which strategy?', type: 'choice', options: ['incremental', 'big-bang'] },
        ],
      },
    }),
    question_resolved: row({
      kind: 'durable',
      scopes: session,
      turn: 'optional',
      data: s.object({
        requestId,
        answers: s.record(s.string()),
        dismissed: s.boolean(),
        by: By,
      }),
      description: 'A question was answered or dismissed.',
      example: {
        requestId: 'req_2',
        answers: { strategy: 'incremental' },
        dismissed: false,
        by: { userId: 'owner', via: 'ws' },
      },
    }),
    request_closed: row({
      kind: 'durable',
      scopes: session,
      turn: 'optional',
      data: s.object({
        requestId,
        reason: s.oneOf(['withdrawn', 'expired', 'resolved_elsewhere', 'gateway_restarted']),
      }),
      description: 'A request ended without an answer from here.',
      example: { requestId: 'req_1', reason: 'resolved_elsewhere' },
    }),
    request_list: row({
      kind: 'reply',
      scopes: ['connection'],
      data: s.object({
        requests: s.array(
          s.object({
            ...requestFields,
            sessionId: s.string(),
            status: RequestStatus,
            by: s.optional(By),
            endedAt: s.optional(s.number()),
            outcome: s.optional(s.string()),
          }),
        ),
      }),
      description: 'Answer to list_requests, longest waiting first.',
      example: {
        requests: [
          {
            requestId: 'req_1',
            sessionId: EXAMPLE.sessionId,
            kind: 'permission',
            turnId: EXAMPLE.turnId,
            since: 1709312410000,
            status: 'pending',
            data: { requestId: 'req_1', toolName: 'exec', description: 'cargo build --release' },
          },
        ],
      },
    }),
  },
})
