import { s } from '../schema.js'
import { group, row } from './row.js'
import { AttentionKind, SessionMeta, SessionStatus } from './shapes.js'

const exampleSession = {
  id: '01994f3a-0000-7000-8000-000000000001',
  tenantId: 'local',
  name: 'Codex 1',
  agentType: 'codex',
  status: 'ready',
  archived: false,
  createdAt: 1709312400000,
  updatedAt: 1709312460000,
  lastActivityAt: 1709312460000,
  origin: 'observed',
  cwd: '/home/me/shop',
  aliases: [{ namespace: 'notify', id: 'Codex 1' }],
}
const lifecycle = ['connection', 'session', 'tenant'] as const
const withSession = s.object({ session: SessionMeta })

export const sessionEvents = group({
  id: 'session',
  title: 'Sessions',
  about: 'The life of a session: made, changed, put away, removed; its state; what in it needs a person.',
  rows: {
    session_created: row({
      kind: 'durable',
      scopes: lifecycle,
      data: withSession,
      description: 'A session exists from here on.',
      example: { session: exampleSession },
    }),
    session_updated: row({
      kind: 'durable',
      scopes: lifecycle,
      data: withSession,
      description: 'Name, status or another part of the session metadata changed.',
      example: { session: { ...exampleSession, name: 'Auth refactor' } },
    }),
    session_archived: row({
      kind: 'durable',
      scopes: lifecycle,
      data: withSession,
      description: 'The session was put away.',
      example: { session: { ...exampleSession, archived: true } },
    }),
    session_unarchived: row({
      kind: 'durable',
      scopes: lifecycle,
      data: withSession,
      description: 'The session was brought back.',
      example: { session: exampleSession },
    }),
    session_deleted: row({
      kind: 'ephemeral',
      scopes: lifecycle,
      data: s.object({}),
      description: 'The session and everything kept of it is gone.',
      example: {},
    }),
    session_state: row({
      kind: 'durable',
      scopes: ['session'],
      data: s.object({ state: SessionStatus, reason: s.optional(s.string()) }),
      description: 'The session moved to another of the seven states.',
      example: { state: 'ready', reason: 'turn_complete' },
    }),
    attention_raised: row({
      kind: 'durable',
      scopes: ['session', 'tenant'],
      data: s.object({
        kind: AttentionKind,
        since: s.number(),
        message: s.string(),
        requestId: s.optional(s.string()),
      }),
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
      scopes: ['session', 'tenant'],
      data: s.object({
        kind: AttentionKind,
        requestId: s.optional(s.string()),
        reason: s.string(),
      }),
      description: 'The agent goes on: nobody is needed for this any more.',
      example: { kind: 'permission', requestId: 'req_1', reason: 'resolved' },
    }),
  },
})
