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
