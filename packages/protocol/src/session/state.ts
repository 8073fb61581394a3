import type { JsonObject } from '../event.js'
import type {
  AgentMode,
  AttentionKind,
  AutonomyProfile,
  Plan,
  SessionMeta,
  SessionSettings,
  Usage,
} from '../registry/shapes.js'

export interface ToolCallSoFar {
  toolCallId: string
  toolName: string
  argsSoFar: string
  status: 'streaming' | 'running' | 'done' | 'error'
}

/** The turn under way. Text, thinking and tool calls live in memory only: they are told again by durable events. */
export interface OpenTurn {
  turnId: string
  nativeId: string | null
  startedAt: number
  text: string
  thinking: string
  toolCalls: ToolCallSoFar[]
}

export interface PendingRequest {
  requestId: string
  kind: 'permission' | 'question'
  turnId: string | null
  since: number
  data: JsonObject
}

export interface Attention {
  kind: AttentionKind
  since: number
  message: string
  requestId?: string
}

/** Everything folded from the events of one session. */
export interface SessionState {
  meta: SessionMeta
  /** The last number given and the time of the last event. */
  seq: number
  ts: number
  turn: OpenTurn | null
  requests: PendingRequest[]
  attention: Attention[]
  plan: Plan | null
  usage: Usage
  mode: AgentMode
  autonomyProfile: AutonomyProfile
  settings: Required<SessionSettings>
  /** Answers a person gave for next time as well. */
  remembered: RememberedAnswer[]
  /** The first thing a person said, cut short: the session is named after it. */
  firstPrompt: string | null
  /** Who gave the session its name. */
  namedBy: 'person' | 'agent' | 'prompt' | null
}

/** `key` says what was asked; see autonomy.ts. */
export interface RememberedAnswer {
  key: string
  approved: boolean
}

/** How the gateway treats a session unless somebody says otherwise. */
export const DEFAULT_SETTINGS: Required<SessionSettings> = { coalesceMs: 10, idleCloseMs: 3600_000 }

/** How much text of a running turn is held for late joiners. */
export const MAX_TEXT_SO_FAR = 1024 * 1024

/** A session before its first event. */
export function emptyState(meta: SessionMeta): SessionState {
  return {
    meta,
    seq: 0,
    ts: 0,
    turn: null,
    requests: [],
    attention: [],
    plan: null,
    usage: {
      total: { inputTokens: null, outputTokens: null, cachedTokens: null, costMicroDollars: null },
      turns: [],
      context: null,
    },
    mode: 'implement',
    autonomyProfile: 'ask_every_time',
    settings: DEFAULT_SETTINGS,
    remembered: [],
    firstPrompt: null,
    namedBy: null,
  }
}

/** A state as it was kept; what an older release did not know is as in a new session. */
export function keptState(kept: SessionState): SessionState {
  return { ...emptyState(kept.meta), ...kept }
}

/** The part of the state that is kept on disk: all but the text of the running turn. */
export function durablePart(state: SessionState): SessionState {
  return state.turn ? { ...state, turn: { ...state.turn, text: '', thinking: '', toolCalls: [] } } : state
}
