import { type Static, s } from '../schema.js'

export const AnyObject = s.record(s.unknown())

export const SESSION_STATUSES = [
  'inactive',
  'activating',
  'ready',
  'running',
  'waiting',
  'deactivating',
  'error',
] as const
export const SessionStatus = s.oneOf(SESSION_STATUSES)
export type SessionStatus = (typeof SESSION_STATUSES)[number]

/** What a client may send along with a message, to know the answer by. */
export const Ref = s.either(s.string(), s.number())

export const SessionId = s.string({ minLength: 1 })

export const AGENT_MODES = ['implement', 'ideate', 'plan', 'high_agency'] as const
export type AgentMode = (typeof AGENT_MODES)[number]
export const AgentMode = s.oneOf(AGENT_MODES)
export const AUTONOMY_PROFILES = ['ask_every_time', 'recommended', 'auto_pilot', 'never_ask'] as const
export type AutonomyProfile = (typeof AUTONOMY_PROFILES)[number]
export const AutonomyProfile = s.oneOf(AUTONOMY_PROFILES)

/** What kind of thing a tool does; the rules of autonomy go by it. */
export const TOOL_KINDS = ['read', 'search', 'think', 'write', 'delete', 'command', 'fetch', 'other'] as const
export type ToolKind = (typeof TOOL_KINDS)[number]

export const ROLES = ['owner', 'admin', 'billing_admin', 'member', 'viewer'] as const
export const Role = s.oneOf(ROLES)

/** Who answered, through which door, and from which address. */
export const By = s.object({ userId: s.string(), via: s.string(), from: s.optional(s.string()) })
export type By = Static<typeof By>

export const REQUEST_STATUSES = ['pending', 'resolved', 'closed'] as const
export type RequestStatus = (typeof REQUEST_STATUSES)[number]
export const RequestStatus = s.oneOf(REQUEST_STATUSES)

/** Why a request ended without an answer from here. */
export const CLOSE_REASONS = ['withdrawn', 'expired', 'resolved_elsewhere', 'gateway_restarted'] as const
/** How a request ended, in one word. */
export const REQUEST_OUTCOMES = ['approved', 'denied', 'answered', 'dismissed', ...CLOSE_REASONS] as const
export type RequestOutcome = (typeof REQUEST_OUTCOMES)[number]
export const InboxStatus = s.oneOf(['unread', 'read', 'archived'])

/** What a person can change about how the gateway treats a session. */
export const settingsFields = {
  coalesceMs: s.optional(s.integer({ minimum: 0, maximum: 1000 })),
  idleCloseMs: s.optional(s.integer({ minimum: 0, maximum: 7 * 24 * 3600_000 })),
}
export const SessionSettings = s.object(settingsFields)
export type SessionSettings = Static<typeof SessionSettings>

/** Whether turns start, and when that was last changed. */
export const GatewayState = s.object({
  state: s.oneOf(['running', 'paused']),
  pausedAt: s.optional(s.number()),
  resumedAt: s.optional(s.number()),
})
export type GatewayState = Static<typeof GatewayState>

/** observed: a person started the agent elsewhere. driven: Signalbox started it. */
export const ORIGINS = ['observed', 'driven'] as const
export type Origin = (typeof ORIGINS)[number]

export const Alias = s.object({ namespace: s.string(), id: s.string() })
export type Alias = Static<typeof Alias>

/**
 * Where an observed agent runs, as its hooks tell. `started` tells a process from a later one with the same number; one
 * without `host` may be on any machine, so nobody looks for it.
 */
export const SessionProcess = s.object({
  pid: s.integer({ minimum: 1 }),
  started: s.optional(s.string()),
  host: s.optional(s.string()),
  tty: s.optional(s.string()),
  tmuxPane: s.optional(s.string()),
  tmuxSocket: s.optional(s.string()),
})
export type SessionProcess = Static<typeof SessionProcess>

export const SessionMeta = s.object({
  id: s.string(),
  tenantId: s.string(),
  name: s.nullable(s.string()),
  agentType: s.string(),
  status: SessionStatus,
  archived: s.boolean(),
  /** No new turn starts in it until it is resumed. */
  paused: s.optional(s.boolean()),
  createdAt: s.number(),
  updatedAt: s.number(),
  lastActivityAt: s.nullable(s.number()),
  origin: s.oneOf(ORIGINS),
  cwd: s.nullable(s.string()),
  aliases: s.array(Alias),
  /** Watched from outside, and not heard of since the gateway started: it may be otherwise by now. */
  stale: s.optional(s.boolean()),
  process: s.optional(SessionProcess),
})

/** What lists and lifecycle events say of a session. */
export type SessionMeta = Static<typeof SessionMeta>

export const Question = s.object({
  id: s.string(),
  text: s.string(),
  type: s.oneOf(['choice', 'text', 'confirm']),
  options: s.optional(s.array(s.string())),
  required: s.optional(s.boolean()),
  /** A word or two that stand above it. */
  header: s.optional(s.string()),
  /** What each of the options means, in their order. */
  descriptions: s.optional(s.array(s.string())),
  /** Several options may be chosen: the answer has them joined by a comma and a space. */
  multiSelect: s.optional(s.boolean()),
  /** Words that are no option are an answer too. */
  custom: s.optional(s.boolean()),
})

/** What the agent offers to allow from now on: `text` says it, `value` is the agent's own word for it. */
export const Suggestion = s.object({ text: s.string(), value: AnyObject })
export type Suggestion = Static<typeof Suggestion>

export const HistoryItem = s.object({
  id: s.string(),
  role: s.oneOf(['user', 'assistant', 'system']),
  content: s.string(),
  turnId: s.optional(s.string()),
  createdAt: s.number(),
  metadata: s.optional(AnyObject),
})
export type HistoryItem = Static<typeof HistoryItem>

/** The mark of a text that could not be cleaned and is shown as it came. */
export const marked = { fallback: s.optional(s.boolean()) }

/** `input`: the agent has done what it can and waits to be told more. */
export const ATTENTION_KINDS = ['permission', 'question', 'input'] as const
export const AttentionKind = s.oneOf(ATTENTION_KINDS)
export type AttentionKind = (typeof ATTENTION_KINDS)[number]

export const attentionFields = {
  kind: AttentionKind,
  since: s.number(),
  message: s.string(),
  requestId: s.optional(s.string()),
}

/** A permission or question that waits for a person. `data` is that of the event which asked. */
export const requestFields = {
  requestId: s.string(),
  kind: s.oneOf(['permission', 'question']),
  turnId: s.nullable(s.string()),
  since: s.number(),
  data: AnyObject,
}

/** A request of any status, as lists show it. */
export const RequestEntry = s.object({
  ...requestFields,
  sessionId: s.string(),
  status: RequestStatus,
  by: s.optional(By),
  endedAt: s.optional(s.number()),
  outcome: s.optional(s.oneOf(REQUEST_OUTCOMES)),
  waitedMs: s.optional(s.number()),
  /** What the agent was told with the answer. */
  message: s.optional(s.string()),
  /** Of one that waits: false where it can only be answered in the agent's own terminal. */
  answerable: s.optional(s.boolean()),
})
export type RequestEntry = Static<typeof RequestEntry>

/** A session that needs a person, or needed one. */
export const AttentionEntry = s.object({
  sessionId: s.string(),
  ...attentionFields,
  clearedAt: s.optional(s.number()),
  reason: s.optional(s.string()),
})
export type AttentionEntry = Static<typeof AttentionEntry>

const count = s.nullable(s.number())
/** Tokens and cost; null where nobody told. */
export const Tokens = s.object({
  inputTokens: count,
  outputTokens: count,
  cachedTokens: count,
  costMicroDollars: count,
})
export type Tokens = Static<typeof Tokens>

/** What a session has used: in all, in each of its last turns, and how full the context of the model is. */
export const Usage = s.object({
  total: Tokens,
  turns: s.array(
    s.object({
      turnId: s.nullable(s.string()),
      model: s.nullable(s.string()),
      provider: s.nullable(s.string()),
      inputTokens: count,
      outputTokens: count,
      cachedTokens: count,
      costMicroDollars: count,
    }),
    { maxItems: 50 },
  ),
  context: s.nullable(s.object({ contextTokens: s.number(), maxContextTokens: s.number() })),
})
export type Usage = Static<typeof Usage>

/** What an agent is at, as a glance at its terminal would tell. */
export const WATCH_STATES = ['busy', 'idle', 'waiting', 'permission', 'ended', 'stale'] as const
export type WatchState = (typeof WATCH_STATES)[number]

/** What is seen of a session at a glance. */
export const watchFields = {
  state: s.oneOf(WATCH_STATES),
  /** When it came to be in this state. */
  since: s.number(),
  /** Why, where the state alone does not tell: failed, denied, process_gone, … */
  reason: s.optional(s.string()),
  /** What the agent does: `Bash: npm test`. */
  action: s.optional(s.string()),
  agent: s.string(),
  origin: s.oneOf(ORIGINS),
  name: s.optional(s.string()),
  cwd: s.optional(s.string()),
  pid: s.optional(s.integer({ minimum: 1 })),
  host: s.optional(s.string()),
  tmuxTarget: s.optional(s.string()),
  tmuxSocket: s.optional(s.string()),
  /** What waits longest for a person. */
  requestId: s.optional(s.string()),
  message: s.optional(s.string()),
  /** Tasks that go on though the turn is over. */
  background: s.optional(s.integer({ minimum: 1 })),
  costMicroDollars: s.optional(s.number()),
  /** Of one that ended without a goodbye: how long it is still shown. */
  until: s.optional(s.number()),
}
export const Glance = s.object(watchFields)
export type Glance = Static<typeof Glance>

/** A line of the watch list. */
export const WatchEntry = s.object({ sessionId: s.string(), ...watchFields })
export type WatchEntry = Static<typeof WatchEntry>

export const planFields = {
  planId: s.string(),
  title: s.string(),
  steps: s.array(
    s.object({
      id: s.string(),
      title: s.string(),
      description: s.optional(s.string()),
      status: s.oneOf(['pending', 'in_progress', 'completed', 'skipped']),
    }),
  ),
}

export const Plan = s.object(planFields)
export type Plan = Static<typeof Plan>
