import { type Static, type TSchema, Type } from '@sinclair/typebox'

export const Nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])
const OneOf = <const T extends readonly string[]>(values: T) =>
  Type.Unsafe<T[number]>(Type.Union(values.map((value) => Type.Literal(value))))
export const AnyObject = Type.Record(Type.String(), Type.Unknown())

export const SESSION_STATUSES = [
  'inactive',
  'activating',
  'ready',
  'running',
  'waiting',
  'deactivating',
  'error',
] as const
export const SessionStatus = OneOf(SESSION_STATUSES)
export type SessionStatus = (typeof SESSION_STATUSES)[number]

/** observed: a person started the agent elsewhere. driven: Signalbox started it. */
export const ORIGINS = ['observed', 'driven'] as const
export type Origin = (typeof ORIGINS)[number]

export const Alias = Type.Object({ namespace: Type.String(), id: Type.String() })
export type Alias = Static<typeof Alias>

export const SessionMeta = Type.Object({
  id: Type.String(),
  tenantId: Type.String(),
  name: Nullable(Type.String()),
  agentType: Type.String(),
  status: SessionStatus,
  archived: Type.Boolean(),
  createdAt: Type.Number(),
  updatedAt: Type.Number(),
  lastActivityAt: Nullable(Type.Number()),
  origin: OneOf(ORIGINS),
  cwd: Nullable(Type.String()),
  aliases: Type.Array(Alias),
})

/** What lists and lifecycle events say of a session. */
export type SessionMeta = Static<typeof SessionMeta>

export const Question = Type.Object({
  id: Type.String(),
  text: Type.String(),
  type: Type.Union([Type.Literal('choice'), Type.Literal('text'), Type.Literal('confirm')]),
  options: Type.Optional(Type.Array(Type.String())),
  required: Type.Optional(Type.Boolean()),
})

export const HistoryItem = Type.Object({
  id: Type.String(),
  role: Type.Union([Type.Literal('user'), Type.Literal('assistant'), Type.Literal('system')]),
  content: Type.String(),
  turnId: Type.Optional(Type.String()),
  createdAt: Type.Number(),
  metadata: Type.Optional(AnyObject),
})
export type HistoryItem = Static<typeof HistoryItem>

export const ATTENTION_KINDS = ['permission', 'question'] as const
export const AttentionKind = OneOf(ATTENTION_KINDS)
export type AttentionKind = (typeof ATTENTION_KINDS)[number]
