import { s } from '../schema.js'
import { EXAMPLE } from './example.js'
import { chapter, row } from './row.js'
import {
  AnyObject,
  By,
  CLOSE_REASONS,
  marked,
  Question,
  RequestEntry,
  Suggestion,
  TOOL_KINDS,
} from './shapes.js'

const session = ['session'] as const
const requestId = s.string()
/** How long the agent waited for this. */
const waitedMs = s.optional(s.number())
/** The helper of the agent that asks, where it is not the agent itself. */
const subagentId = s.optional(s.string())

export const requestEvents = chapter({
  id: 'request',
  title: 'Requests',
  about: 'What the agent asks a person, and how each ended.',
  rows: {
    permission_requested: row({
      kind: 'durable',
      scopes: session,
      turn: 'optional',
      clean: ['description', 'reason'],
      data: s.object({
        requestId,
        toolName: s.string(),
        description: s.string(),
        /** Why the agent wants to, in its own words. */
        reason: s.optional(s.string()),
        approvalType: s.optional(s.string()),
        args: s.optional(AnyObject),
        toolCallId: s.optional(s.string()),
        toolKind: s.optional(s.oneOf(TOOL_KINDS)),
        suggestions: s.optional(s.array(Suggestion)),
        subagentId,
        ...marked,
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
      data: s.object({
        requestId,
        approved: s.boolean(),
        toolCallId: s.optional(s.string()),
        by: By,
        message: s.optional(s.string()),
        remember: s.optional(s.boolean()),
        /** Of an answer nobody gave: the rule that gave it. */
        rule: s.optional(s.string()),
        waitedMs,
      }),
      description: 'A permission request was answered.',
      example: {
        requestId: 'req_1',
        approved: true,
        by: { userId: 'owner', via: 'ws', from: '127.0.0.1' },
        waitedMs: 4200,
      },
    }),
    question_requested: row({
      kind: 'durable',
      scopes: session,
      turn: 'optional',
      clean: ['questions[].text', 'context'],
      data: s.object({
        requestId,
        questions: s.array(Question),
        context: s.optional(s.string()),
        toolName: s.optional(s.string()),
        args: s.optional(AnyObject),
        toolCallId: s.optional(s.string()),
        subagentId,
        ...marked,
      }),
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
        rule: s.optional(s.string()),
        waitedMs,
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
        reason: s.oneOf(CLOSE_REASONS),
        waitedMs,
      }),
      description: 'A request ended without an answer from here.',
      example: { requestId: 'req_1', reason: 'resolved_elsewhere' },
    }),
    request_list: row({
      kind: 'reply',
      scopes: ['connection'],
      data: s.object({ requests: s.array(RequestEntry) }),
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
