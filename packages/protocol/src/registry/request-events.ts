import { s } from '../schema.js'
import { group, row } from './row.js'
import { AnyObject, By, Question } from './shapes.js'

const session = ['session'] as const
const requestId = s.string()

export const requestEvents = group({
  id: 'request',
  title: 'Requests',
  about: 'What the agent asks a person, and how each ended.',
  rows: {
    permission_requested: row({
      kind: 'durable',
      scopes: session,
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
      data: s.object({ requestId, approved: s.boolean(), by: By, message: s.optional(s.string()) }),
      description: 'A permission request was answered.',
      example: { requestId: 'req_1', approved: true, by: { userId: 'owner', via: 'ws' } },
    }),
    question_requested: row({
      kind: 'durable',
      scopes: session,
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
      data: s.object({ requestId, reason: s.string() }),
      description: 'A request ended without an answer from here.',
      example: { requestId: 'req_1', reason: 'resolved_elsewhere' },
    }),
  },
})
