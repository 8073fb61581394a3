import type { JsonObject } from '../event.js'
import type {
  AgentMode,
  AttentionKind,
  AutonomyProfile,
  Glance,
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
  /** The answer so far: its beginning, and how many bytes there were in all. */
  text: string
  textBytes: number
  /** The answer since the last `message_complete`. */
  segment: string
  segmentBytes: number
  /** The number of the piece it began with; 0 while there is none. */
  segmentSeq: number
  thinking: string
  toolCalls: ToolCallSoFar[]
}

/** A turn that is over, and what its agent calls it. */
export interface PastTurn {
  turnId: string
  nativeId: string
  /** Its end was told. */
  over: boolean
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
  /** When it was last heard of as it happened, not after the fact. */
  heardAt: number
  /** Its agent was there and is gone; one that was never heard of is inactive too. */
  ended: boolean
  turn: OpenTurn | null
  /** The turn that began last, open or not: usage is often told when it is over. */
  lastTurnId: string | null
  /** The last turns that are over and have an id of their agent's, oldest first: what is told late belongs to one of them. */
  pastTurns: PastTurn[]
  /** Requests that have ended, and the calls they were about, latest last. */
  settled: string[]
  /** What is seen of it at a glance; null before there is anything to see. */
  watch: Glance | null
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

/** No folder has a longer name; it is told with every change of the session. */
export const MAX_CWD = 4096

/** `key` says what was asked; see autonomy.ts. */
export interface RememberedAnswer {
  key: string
  approved: boolean
}

/** How the gateway treats a session unless somebody says otherwise. */
export const DEFAULT_SETTINGS: Required<SessionSettings> = { coalesceMs: 10, idleCloseMs: 3600_000 }

/** A session before its first event. */
export function emptyState(meta: SessionMeta): SessionState {
  return {
    meta,
    seq: 0,
    ts: 0,
    heardAt: 0,
    ended: false,
    turn: null,
    lastTurnId: null,
    pastTurns: [],
    settled: [],
    watch: null,
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

/** What of a running turn is in memory only. */
const UNHEARD = { text: '', textBytes: 0, segment: '', segmentBytes: 0, segmentSeq: 0, thinking: '' }

/** A turn that has just begun. */
export function newTurn(turnId: string, nativeId: string | null, startedAt: number): OpenTurn {
  return { turnId, nativeId, startedAt, ...UNHEARD, toolCalls: [] }
}

/** A state as it was kept; what an older release did not know is as in a new session. */
export function keptState(kept: Partial<SessionState> & Pick<SessionState, 'meta'>): SessionState {
  const blank = emptyState(kept.meta)
  // Before names were made up, only people gave them.
  const namedBy = kept.meta.name === null ? null : 'person'
  const turn = kept.turn ? { ...UNHEARD, ...kept.turn } : null
  return { ...blank, lastTurnId: turn?.turnId ?? null, namedBy, ...kept, turn }
}

/** The part of the state that is kept on disk: all but the text of the running turn. */
export function durablePart(state: SessionState): SessionState {
  return state.turn ? { ...state, turn: { ...state.turn, ...UNHEARD, toolCalls: [] } } : state
}

/** Whether a watched session was last heard of before the gateway started: it may be otherwise by now. */
export function isStale(state: SessionState, startedAt: number | undefined): boolean {
  const { origin, status } = state.meta
  if (startedAt === undefined || origin !== 'observed') return false
  return state.ts < startedAt && status !== 'inactive' && status !== 'error'
}
