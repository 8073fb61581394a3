import { s } from '../schema.js'
import { group, row } from './row.js'
import { AnyObject, HistoryItem, SessionMeta } from './shapes.js'

const connection = ['connection'] as const
const sessionId = s.string()

export const controlEvents = group({
  id: 'control',
  title: 'Connection',
  about: 'Frames between the gateway and one connection: greeting, answers, the marks of a replay.',
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
      data: s.object({ code: s.string(), message: s.string() }),
      description: 'Something this connection asked for was refused.',
      example: { code: 'SessionNotFound', message: 'Session not found' },
    }),
    session_list: row({
      kind: 'reply',
      scopes: connection,
      data: s.object({ sessions: s.array(SessionMeta), next: s.nullable(s.string()) }),
      description: 'Answer to list_sessions.',
      example: { sessions: [], next: null },
    }),
    state_snapshot: row({
      kind: 'reply',
      scopes: connection,
      data: s.object({
        sessionId,
        session: SessionMeta,
        currentTurn: s.nullable(
          s.object({ turnId: s.string(), textSoFar: s.string(), startedAt: s.number() }),
        ),
        recentHistory: s.array(HistoryItem),
        subscriberCount: s.number(),
        sandbox: s.nullable(AnyObject),
        lastSeq: s.number(),
        epoch: s.string(),
        pendingRequests: s.array(AnyObject),
        attention: s.array(AnyObject),
        plan: s.nullable(AnyObject),
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
      data: s.object({
        sessionId,
        turnId: s.string(),
        textSoFar: s.string(),
        thinkingSoFar: s.string(),
        toolCalls: s.array(
          s.object({
            toolCallId: s.string(),
            toolName: s.string(),
            argsSoFar: s.string(),
            status: s.string(),
          }),
        ),
      }),
      description: 'The running turn as far as it got, for who joins in the middle.',
      example: {
        sessionId: '01994f3a-0000-7000-8000-000000000001',
        turnId: 'turn_1',
        textSoFar: 'I look at',
        thinkingSoFar: '',
        toolCalls: [
          { toolCallId: 'tc-1', toolName: 'read_file', argsSoFar: '{"path":', status: 'streaming' },
        ],
      },
    }),
    gap: row({
      kind: 'reply',
      scopes: connection,
      data: s.object({
        sessionId,
        fromSeq: s.number(),
        toSeq: s.number(),
        reason: s.string(),
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
      data: s.object({ sessionId, lastSeq: s.number(), epoch: s.string() }),
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
      data: s.object({ sessionId, items: s.array(HistoryItem), next: s.nullable(s.number()) }),
      description: 'Answer to get_history, oldest first; next goes into `before`.',
      example: { sessionId: '01994f3a-0000-7000-8000-000000000001', items: [], next: null },
    }),
    events: row({
      kind: 'reply',
      scopes: connection,
      data: s.object({ sessionId, events: s.array(AnyObject), next: s.nullable(s.number()) }),
      description: 'Answer to get_events; next goes into `afterSeq`.',
      example: { sessionId: '01994f3a-0000-7000-8000-000000000001', events: [], next: null },
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
