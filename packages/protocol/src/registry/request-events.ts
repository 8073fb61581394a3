import { Type } from '@sinclair/typebox'
import { row } from './row.js'
import { AnyObject, Question } from './shapes.js'

const session = ['session'] as const
const requestId = Type.String()
const By = Type.Object({ userId: Type.String(), via: Type.String() })

/** What the agent asks a person, and how each ended. */
export const requestEvents = {
  permission_requested: row({
    kind: 'durable',
    scopes: session,
    data: Type.Object({
      requestId,
      toolName: Type.String(),
      description: Type.String(),
      approvalType: Type.Optional(Type.String()),
      args: Type.Optional(AnyObject),
      toolCallId: Type.Optional(Type.String()),
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
    data: Type.Object({ requestId, approved: Type.Boolean(), by: By, message: Type.Optional(Type.String()) }),
    description: 'A permission request was answered.',
    example: { requestId: 'req_1', approved: true, by: { userId: 'owner', via: 'ws' } },
  }),
  question_requested: row({
    kind: 'durable',
    scopes: session,
    data: Type.Object({ requestId, questions: Type.Array(Question), context: Type.Optional(Type.String()) }),
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
    data: Type.Object({
      requestId,
      answers: Type.Record(Type.String(), Type.String()),
      dismissed: Type.Boolean(),
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
    data: Type.Object({ requestId, reason: Type.String() }),
    description: 'A request ended without an answer from here.',
    example: { requestId: 'req_1', reason: 'resolved_elsewhere' },
  }),
}
