import { s } from '../schema.js'
import { EXAMPLE } from './example.js'
import { chapter, row } from './row.js'
import { AttentionEntry, attentionFields, watchFields } from './shapes.js'

const everyone = ['session', 'tenant'] as const

export const attentionEvents = chapter({
  id: 'attention',
  title: 'Attention and watching',
  about: 'Which sessions need a person, and what each agent is at.',
  rows: {
    attention_raised: row({
      kind: 'durable',
      scopes: everyone,
      turn: 'optional',
      data: s.object(attentionFields),
      description: 'The agent is blocked: a person is needed.',
      example: {
        kind: 'permission',
        since: 1709312410000,
        message: 'cargo build --release',
        requestId: 'req_1',
      },
    }),
    attention_cleared: row({
      kind: 'durable',
      scopes: everyone,
      turn: 'optional',
      data: s.object({ ...attentionFields, reason: s.string() }),
      description: 'The agent goes on: nobody is needed for this any more.',
      example: {
        kind: 'permission',
        since: 1709312410000,
        message: 'cargo build --release',
        requestId: 'req_1',
        reason: 'resolved',
      },
    }),
    attention_list: row({
      kind: 'reply',
      scopes: ['connection'],
      data: s.object({ attention: s.array(AttentionEntry) }),
      description: 'Answer to list_attention, longest waiting first.',
      example: {
        attention: [
          {
            sessionId: EXAMPLE.sessionId,
            kind: 'permission',
            since: 1709312410000,
            message: 'cargo build --release',
            requestId: 'req_1',
          },
        ],
      },
    }),
    watch_state: row({
      kind: 'durable',
      scopes: everyone,
      data: s.object(watchFields),
      description: 'What the agent is at, as a glance at its terminal would tell.',
      example: {
        state: 'busy',
        since: 1709312405000,
        action: 'Bash: npm test',
        agent: 'codex',
        origin: 'observed',
        cwd: '/home/me/shop',
        pid: 12345,
        tmuxTarget: '%5',
      },
    }),
  },
})
