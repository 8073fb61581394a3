import type { HistoryItem } from '../registry/shapes.js'
import { isStale, type SessionState } from './state.js'

/** What a snapshot needs beside the folded state. */
export interface SnapshotContext {
  epoch: string
  recentHistory: HistoryItem[]
  subscriberCount: number
  /** When the gateway started: a watched session not heard of since is stale. */
  startedAt?: number
}

/** The `state_snapshot` frame: everything up to `lastSeq`. */
export function stateSnapshot(state: SessionState, context: SnapshotContext) {
  const { turn } = state
  return {
    type: 'state_snapshot' as const,
    sessionId: state.meta.id,
    session: isStale(state, context.startedAt) ? { ...state.meta, stale: true } : state.meta,
    currentTurn: turn && { turnId: turn.turnId, textSoFar: turn.text, startedAt: turn.startedAt },
    recentHistory: context.recentHistory,
    subscriberCount: context.subscriberCount,
    sandbox: null,
    lastSeq: state.seq,
    epoch: context.epoch,
    pendingRequests: state.requests,
    attention: state.attention,
    watch: state.watch,
    plan: state.plan,
    usage: state.usage,
    mode: state.mode,
    autonomyProfile: state.autonomyProfile,
    settings: state.settings,
  }
}

/** The `stream_snapshot` frame of a running turn; undefined when none runs. */
export function streamSnapshot(state: SessionState) {
  const { turn } = state
  if (!turn) return undefined
  return {
    type: 'stream_snapshot' as const,
    sessionId: state.meta.id,
    turnId: turn.turnId,
    textSoFar: turn.text,
    thinkingSoFar: turn.thinking,
    toolCalls: turn.toolCalls,
  }
}
