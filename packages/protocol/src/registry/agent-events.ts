import { s } from '../schema.js'
import { chapter, row } from './row.js'
import { marked } from './shapes.js'

const session = ['session'] as const

export const agentEvents = chapter({
  id: 'agent',
  title: 'Agent notices',
  about: 'What an agent says beside its turns: notifications, helpers it starts, its memory running full.',
  rows: {
    agent_notification: row({
      kind: 'durable',
      scopes: ['session', 'tenant'],
      turn: 'optional',
      hook: 'notification',
      clean: ['message'],
      data: s.object({
        message: s.string(),
        canonical_type: s.literal('agent_notification'),
        hook_event_type: s.string(),
        message_intent: s.literal('ctrl_activity'),
        delivery_scope: s.literal('CTRL'),
        raw_message: s.optional(s.string()),
        notification_type: s.optional(s.string()),
        ...marked,
      }),
      description: 'The agent has something to say to a person; message is cleaned of its own tags.',
      example: {
        message: 'Claude needs your permission to use Bash',
        canonical_type: 'agent_notification',
        hook_event_type: 'notification',
        message_intent: 'ctrl_activity',
        delivery_scope: 'CTRL',
        notification_type: 'permission_prompt',
      },
    }),
    task_notification: row({
      kind: 'durable',
      scopes: session,
      turn: 'optional',
      clean: ['summary', 'event'],
      data: s.object({
        taskId: s.string(),
        summary: s.string(),
        status: s.optional(s.string()),
        taskType: s.optional(s.string()),
        toolCallId: s.optional(s.string()),
        outputFile: s.optional(s.string()),
        event: s.optional(s.string()),
        result: s.optional(s.string()),
        usage: s.optional(
          s.object({
            tokens: s.optional(s.number()),
            toolUses: s.optional(s.number()),
            durationMs: s.optional(s.number()),
          }),
        ),
        ...marked,
      }),
      description: 'A task the agent left running in the background told something.',
      example: {
        taskId: 'b27a792',
        summary: 'Background command "npm run build" completed (exit code 0)',
        status: 'completed',
        outputFile: '/tmp/tasks/b27a792.output',
      },
    }),
    agent_unparsed: row({
      kind: 'durable',
      scopes: session,
      turn: 'optional',
      data: s.object({ nativeType: s.nullable(s.string()), problem: s.string() }),
      description: 'The agent said something Signalbox does not understand; the raw text is kept.',
      example: { nativeType: 'OfTomorrow', problem: 'unknown hook' },
    }),
    subagent_started: row({
      kind: 'durable',
      scopes: session,
      turn: 'optional',
      data: s.object({
        subagentId: s.string(),
        name: s.optional(s.string()),
        toolCallId: s.optional(s.string()),
      }),
      description: 'The agent started a helper of its own.',
      example: { subagentId: 'agent-7', name: 'code-reviewer', toolCallId: 'tc-9' },
    }),
    subagent_stopped: row({
      kind: 'durable',
      scopes: session,
      turn: 'optional',
      clean: ['summary'],
      data: s.object({ subagentId: s.string(), summary: s.optional(s.string()), ...marked }),
      description: 'A helper of the agent is done.',
      example: { subagentId: 'agent-7', summary: 'Two findings in src/auth.ts' },
    }),
    context_compacted: row({
      kind: 'durable',
      scopes: session,
      turn: 'optional',
      clean: ['summary'],
      data: s.object({
        trigger: s.oneOf(['auto', 'manual', 'unknown']),
        tokensBefore: s.optional(s.number()),
        tokensAfter: s.optional(s.number()),
        summary: s.optional(s.string()),
        ...marked,
      }),
      description: 'The agent shortened what it remembers of the conversation.',
      example: { trigger: 'auto', tokensBefore: 168000, tokensAfter: 21000 },
    }),
  },
})
