import { Type } from '@sinclair/typebox'
import { row } from './row.js'
import { AnyObject, HistoryItem, Nullable, SessionMeta } from './shapes.js'

const connection = ['connection'] as const
const sessionId = Type.String()

/** Frames between the gateway and one connection: greeting, answers, the marks of a replay. */
export const controlEvents = {
  welcome: row({
    kind: 'reply',
    scopes: connection,
    data: Type.Object({ protocolVersion: Type.Number(), requiresAuth: Type.Boolean() }),
    description: 'First frame on a new connection.',
    example: { protocolVersion: 2, requiresAuth: true },
  }),
  connected: row({
    kind: 'reply',
    scopes: connection,
    data: Type.Object({ clientId: Type.String(), heartbeatIntervalMs: Type.Number(), ts: Type.Number() }),
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
    data: Type.Object({
      identity: Type.Object({
        userId: Type.String(),
        email: Nullable(Type.String()),
        tenantId: Type.String(),
      }),
      protocolVersion: Type.Number(),
    }),
    description: 'Who you are to this gateway.',
    example: { identity: { userId: 'owner', email: null, tenantId: 'local' }, protocolVersion: 2 },
  }),
  heartbeat: row({
    kind: 'reply',
    scopes: connection,
    data: Type.Object({ ts: Type.Number() }),
    description: 'Every 30 s to every connection; 35 s of silence mean it is dead.',
    example: { ts: 1709312430000 },
  }),
  pong: row({
    kind: 'reply',
    scopes: connection,
    data: Type.Object({ clientTs: Type.Number(), serverTs: Type.Number() }),
    description: 'Answer to ping.',
    example: { clientTs: 1709312400000, serverTs: 1709312400042 },
  }),
  error: row({
    kind: 'reply',
    scopes: connection,
    data: Type.Object({ code: Type.String(), message: Type.String() }),
    description: 'Something this connection asked for was refused.',
    example: { code: 'SessionNotFound', message: 'Session not found' },
  }),
  session_list: row({
    kind: 'reply',
    scopes: connection,
    data: Type.Object({ sessions: Type.Array(SessionMeta), next: Nullable(Type.String()) }),
    description: 'Answer to list_sessions.',
    example: { sessions: [], next: null },
  }),
  state_snapshot: row({
    kind: 'reply',
    scopes: connection,
    data: Type.Object({
      sessionId,
      session: SessionMeta,
      currentTurn: Nullable(
        Type.Object({ turnId: Type.String(), textSoFar: Type.String(), startedAt: Type.Number() }),
      ),
      recentHistory: Type.Array(HistoryItem),
      subscriberCount: Type.Number(),
      sandbox: Nullable(AnyObject),
      lastSeq: Type.Number(),
      epoch: Type.String(),
      pendingRequests: Type.Array(AnyObject),
      attention: Type.Array(AnyObject),
      plan: Nullable(AnyObject),
      usage: AnyObject,
    }),
    description: 'Answer to join_session: everything up to lastSeq.',
    example: {
      sessionId: '01994f3a-0000-7000-8000-000000000001',
      session: {
        id: '01994f3a-0000-7000-8000-000000000001',
        tenantId: 'local',
        name: null,
        agentType: 'unknown',
        status: 'inactive',
        archived: false,
        createdAt: 1709312400000,
        updatedAt: 1709312400000,
        lastActivityAt: null,
        origin: 'observed',
        cwd: null,
        aliases: [],
      },
      currentTurn: null,
      recentHistory: [],
      subscriberCount: 1,
      sandbox: null,
      lastSeq: 1,
      epoch: '01994f3a-0000-7000-8000-0000000000ff',
      pendingRequests: [],
      attention: [],
      plan: null,
      usage: {},
    },
  }),
  stream_snapshot: row({
    kind: 'reply',
    scopes: connection,
    data: Type.Object({
      sessionId,
      turnId: Type.String(),
      textSoFar: Type.String(),
      thinkingSoFar: Type.String(),
      toolCalls: Type.Array(
        Type.Object({
          toolCallId: Type.String(),
          toolName: Type.String(),
          argsSoFar: Type.String(),
          status: Type.String(),
        }),
      ),
    }),
    description: 'The running turn as far as it got, for who joins in the middle.',
    example: {
      sessionId: '01994f3a-0000-7000-8000-000000000001',
      turnId: 'turn_1',
      textSoFar: 'I look at',
      thinkingSoFar: '',
      toolCalls: [{ toolCallId: 'tc-1', toolName: 'read_file', argsSoFar: '{"path":', status: 'streaming' }],
    },
  }),
  gap: row({
    kind: 'reply',
    scopes: connection,
    data: Type.Object({
      sessionId,
      fromSeq: Type.Number(),
      toSeq: Type.Number(),
      reason: Type.String(),
    }),
    description: 'These numbers are not sent: fromSeq exclusive, toSeq inclusive.',
    example: {
      sessionId: '01994f3a-0000-7000-8000-000000000001',
      fromSeq: 10,
      toSeq: 25,
      reason: 'ephemeral',
    },
  }),
  replay_complete: row({
    kind: 'reply',
    scopes: connection,
    data: Type.Object({ sessionId, lastSeq: Type.Number(), epoch: Type.String() }),
    description: 'The replay is over; lastSeq is the cursor to resume from.',
    example: {
      sessionId: '01994f3a-0000-7000-8000-000000000001',
      lastSeq: 142,
      epoch: '01994f3a-0000-7000-8000-0000000000ff',
    },
  }),
  history: row({
    kind: 'reply',
    scopes: connection,
    data: Type.Object({ sessionId, items: Type.Array(HistoryItem), next: Nullable(Type.Number()) }),
    description: 'Answer to get_history, oldest first; next goes into `before`.',
    example: { sessionId: '01994f3a-0000-7000-8000-000000000001', items: [], next: null },
  }),
  events: row({
    kind: 'reply',
    scopes: connection,
    data: Type.Object({ sessionId, events: Type.Array(AnyObject), next: Nullable(Type.Number()) }),
    description: 'Answer to get_events; next goes into `afterSeq`.',
    example: { sessionId: '01994f3a-0000-7000-8000-000000000001', events: [], next: null },
  }),
  server_shutdown: row({
    kind: 'reply',
    scopes: connection,
    data: Type.Object({ reason: Type.String(), ts: Type.Number() }),
    description: 'The gateway stops; reconnect in a moment.',
    example: { reason: 'restart', ts: 1709312500000 },
  }),
}
