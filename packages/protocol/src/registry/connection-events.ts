import { s } from '../schema.js'
import { chapter, row } from './row.js'
import { By, GatewayState, REQUEST_OUTCOMES } from './shapes.js'

const connection = ['connection'] as const

export const connectionEvents = chapter({
  id: 'connection',
  title: 'Connection',
  about:
    'Between the gateway and one connection: greeting, sign of life, whether turns start, refusal, farewell.',
  rows: {
    welcome: row({
      kind: 'reply',
      scopes: connection,
      data: s.object({ protocolVersion: s.number(), requiresAuth: s.boolean() }),
      description: 'First frame on a new connection.',
      example: { protocolVersion: 2, requiresAuth: true },
    }),
    connected: row({
      kind: 'reply',
      scopes: connection,
      data: s.object({ clientId: s.string(), heartbeatIntervalMs: s.number(), ts: s.number() }),
      description: 'Second frame: the id of this connection.',
      example: {
        clientId: 'a1b2c3d4-e5f6-7890-abcd-ef1234567890',
        heartbeatIntervalMs: 30000,
        ts: 1709312400000,
      },
    }),
    authenticated: row({
      kind: 'reply',
      scopes: connection,
      data: s.object({
        identity: s.object({
          userId: s.string(),
          email: s.nullable(s.string()),
          tenantId: s.string(),
        }),
        protocolVersion: s.number(),
      }),
      description: 'Who you are to this gateway.',
      example: { identity: { userId: 'owner', email: null, tenantId: 'local' }, protocolVersion: 2 },
    }),
    heartbeat: row({
      kind: 'reply',
      scopes: connection,
      data: s.object({ ts: s.number() }),
      description: 'Every 30 s to every connection; 35 s of silence mean it is dead.',
      example: { ts: 1709312430000 },
    }),
    pong: row({
      kind: 'reply',
      scopes: connection,
      data: s.object({ clientTs: s.number(), serverTs: s.number() }),
      description: 'Answer to ping.',
      example: { clientTs: 1709312400000, serverTs: 1709312400042 },
    }),
    error: row({
      kind: 'reply',
      scopes: connection,
      data: s.object({
        code: s.string(),
        message: s.string(),
        field: s.optional(s.string()),
        retryAfterMs: s.optional(s.number()),
        /** Of a request that was answered before: who, when and how. */
        by: s.optional(By),
        at: s.optional(s.number()),
        outcome: s.optional(s.oneOf(REQUEST_OUTCOMES)),
        waitedMs: s.optional(s.number()),
      }),
      description: 'Something this connection asked for was refused.',
      example: { code: 'SessionNotFound', message: 'Session not found' },
    }),
    gateway_state: row({
      kind: 'reply',
      scopes: ['connection', 'tenant'],
      data: GatewayState,
      description: 'Whether the gateway starts turns: an answer, and news for everyone when it changes.',
      example: { state: 'paused', pausedAt: 1709312450000 },
    }),
    server_shutdown: row({
      kind: 'reply',
      scopes: connection,
      data: s.object({ reason: s.string(), ts: s.number() }),
      description: 'The gateway stops; reconnect in a moment.',
      example: { reason: 'restart', ts: 1709312500000 },
    }),
  },
})
