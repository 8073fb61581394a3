import { type Schema, s } from '../schema.js'
import { EXAMPLE, EXAMPLE_SESSION } from './example.js'
import { chapter, row } from './row.js'
import {
  AgentMode,
  AnyObject,
  AutonomyProfile,
  attentionFields,
  Glance,
  HistoryItem,
  Plan,
  requestFields,
  SessionMeta,
  SessionSettings,
  Usage,
} from './shapes.js'

const connection = ['connection'] as const
const sessionId = s.string()
/** Typed as any text: who reads a gap must live with a reason of a later release. */
const GapReason: Schema<string> = s.oneOf(['ephemeral', 'retention', 'epoch', 'slow'])

export const replayEvents = chapter({
  id: 'replay',
  title: 'Snapshots and replay',
  about: 'How a session is handed over: what it is now, what was missed, and where reading goes on.',
  rows: {
    state_snapshot: row({
      kind: 'reply',
      scopes: connection,
      data: s.object({
        sessionId,
        session: SessionMeta,
        currentTurn: s.nullable(
          s.object({ turnId: s.string(), textSoFar: s.string(), startedAt: s.number() }),
        ),
        recentHistory: s.array(HistoryItem, { maxItems: 50 }),
        subscriberCount: s.number(),
        sandbox: s.nullable(AnyObject),
        lastSeq: s.number(),
        epoch: s.string(),
        pendingRequests: s.array(s.object(requestFields)),
        attention: s.array(s.object(attentionFields)),
        watch: s.nullable(Glance),
        plan: s.nullable(Plan),
        usage: Usage,
        mode: AgentMode,
        autonomyProfile: AutonomyProfile,
        settings: SessionSettings,
      }),
      description: 'Answer to join_session: everything up to lastSeq.',
      example: {
        sessionId: EXAMPLE.sessionId,
        session: { ...EXAMPLE_SESSION, status: 'waiting' },
        currentTurn: {
          turnId: EXAMPLE.turnId,
          textSoFar: 'I will build it first.',
          startedAt: 1709312400000,
        },
        recentHistory: [
          {
            id: 'item_1',
            role: 'user',
            content: 'Fix the bug in main.rs',
            turnId: EXAMPLE.turnId,
            createdAt: 1709312400000,
          },
        ],
        subscriberCount: 1,
        sandbox: null,
        lastSeq: 12,
        epoch: EXAMPLE.epoch,
        pendingRequests: [
          {
            requestId: 'req_1',
            kind: 'permission',
            turnId: EXAMPLE.turnId,
            since: 1709312410000,
            data: { requestId: 'req_1', toolName: 'exec', description: 'cargo build --release' },
          },
        ],
        attention: [
          {
            kind: 'permission',
            since: 1709312410000,
            message: 'cargo build --release',
            requestId: 'req_1',
          },
        ],
        watch: {
          state: 'busy',
          since: 1709312405000,
          agent: 'codex',
          origin: 'observed',
          cwd: '/home/me/shop',
        },
        plan: null,
        usage: {
          total: { inputTokens: 12500, outputTokens: 3200, cachedTokens: 8000, costMicroDollars: 45000 },
          turns: [],
          context: null,
        },
        mode: 'implement',
        autonomyProfile: 'ask_every_time',
        settings: { coalesceMs: 10, idleCloseMs: 3600000 },
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
            status: s.oneOf(['streaming', 'running', 'done', 'error']),
          }),
        ),
      }),
      description: 'The running turn as far as it got, for who joins in the middle.',
      example: {
        sessionId: EXAMPLE.sessionId,
        turnId: EXAMPLE.turnId,
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
        reason: GapReason,
      }),
      description: 'These numbers are not sent: fromSeq exclusive, toSeq inclusive.',
      example: { sessionId: EXAMPLE.sessionId, fromSeq: 10, toSeq: 25, reason: 'ephemeral' },
    }),
    replay_complete: row({
      kind: 'reply',
      scopes: connection,
      data: s.object({ sessionId, lastSeq: s.number(), epoch: s.string() }),
      description: 'The replay is over; lastSeq is the cursor to resume from.',
      example: { sessionId: EXAMPLE.sessionId, lastSeq: 142, epoch: EXAMPLE.epoch },
    }),
    history: row({
      kind: 'reply',
      scopes: connection,
      data: s.object({ sessionId, items: s.array(HistoryItem), next: s.nullable(s.number()) }),
      description: 'Answer to get_history, oldest first; next goes into `before`.',
      example: {
        sessionId: EXAMPLE.sessionId,
        items: [
          { id: 'item_1', role: 'user', content: 'Fix the bug in main.rs', createdAt: 1709312400000 },
          { id: 'item_2', role: 'assistant', content: "I've fixed the bug.", createdAt: 1709312450000 },
        ],
        next: null,
      },
    }),
    events: row({
      kind: 'reply',
      scopes: connection,
      data: s.object({ sessionId, events: s.array(AnyObject), next: s.nullable(s.number()) }),
      description: 'Answer to get_events; next goes into `afterSeq`.',
      example: {
        sessionId: EXAMPLE.sessionId,
        events: [
          {
            type: 'turn_complete',
            sessionId: EXAMPLE.sessionId,
            seq: 42,
            ts: 1709312450000,
            turnId: EXAMPLE.turnId,
            finalText: "I've fixed the bug.",
          },
        ],
        next: 42,
      },
    }),
  },
})
