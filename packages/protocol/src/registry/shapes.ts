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
export const AUTONOMY_PROFILES = ['ask_every_time', 'recommended', 'auto_pilot', 'never_ask'] as const

export const ROLES = ['owner', 'admin', 'billing_admin', 'member', 'viewer'] as const
export const Role = s.oneOf(ROLES)

/** Who answered, and through which door. */
export const By = s.object({ userId: s.string(), via: s.string() })

export const RequestStatus = s.oneOf(['pending', 'resolved', 'closed'])
export const InboxStatus = s.oneOf(['unread', 'read', 'archived'])

/** What a person can change about how the gateway treats a session. */
export const SessionSettings = s.object({
  coalesceMs: s.optional(s.integer({ minimum: 0, maximum: 1000 })),
  idleCloseMs: s.optional(s.integer({ minimum: 0 })),
})

/** observed: a person started the agent elsewhere. driven: Signalbox started it. */
export const ORIGINS = ['observed', 'driven'] as const
export type Origin = (typeof ORIGINS)[number]

export const Alias = s.object({ namespace: s.string(), id: s.string() })
export type Alias = Static<typeof Alias>

export const SessionMeta = s.object({
  id: s.string(),
  tenantId: s.string(),
  name: s.nullable(s.string()),
  agentType: s.string(),
  status: SessionStatus,
  archived: s.boolean(),
  createdAt: s.number(),
  updatedAt: s.number(),
  lastActivityAt: s.nullable(s.number()),
  origin: s.oneOf(ORIGINS),
  cwd: s.nullable(s.string()),
  aliases: s.array(Alias),
})

/** What lists and lifecycle events say of a session. */
export type SessionMeta = Static<typeof SessionMeta>

export const Question = s.object({
  id: s.string(),
  text: s.string(),
  type: s.oneOf(['choice', 'text', 'confirm']),
  options: s.optional(s.array(s.string())),
  required: s.optional(s.boolean()),
})

export const HistoryItem = s.object({
  id: s.string(),
  role: s.oneOf(['user', 'assistant', 'system']),
  content: s.string(),
  turnId: s.optional(s.string()),
  createdAt: s.number(),
  metadata: s.optional(AnyObject),
})
export type HistoryItem = Static<typeof HistoryItem>

export const ATTENTION_KINDS = ['permission', 'question'] as const
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

/** What an agent is at, as a glance at its terminal would tell. */
export const WATCH_STATES = ['busy', 'idle', 'waiting', 'permission', 'ended', 'stale'] as const

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
