import { type ObjectSchema, type ObjectType, type Optional, type Schema, type Static, s } from '../schema.js'

/** The canonical activity of an agent, whichever agent it is. */
export const CANONICAL_ACTIVITIES = [
  'user_prompt_submit',
  'agent_output_update',
  'agent_output_stop',
  'agent_notification',
] as const
export type CanonicalActivity = (typeof CANONICAL_ACTIVITIES)[number]

/** What each hook shows as; null: the hook is known and has events of its own, or none, so it gives no activity. */
export const HOOK_TO_CANONICAL = {
  user_prompt_submit: 'user_prompt_submit',
  tool_use: 'agent_output_update',
  tool_done: 'agent_output_update',
  agent_stop: 'agent_output_stop',
  notification: 'agent_notification',
  session_start: null,
  session_end: null,
  session_update: null,
  error: null,
  message: null,
  permission_request: null,
  permission_answer: null,
  question_request: null,
  question_answer: null,
  subagent_start: null,
  subagent_stop: null,
  compaction: null,
  task: null,
  plan: null,
  /** What the agent tells of itself and nobody else needs to hear. */
  nothing: null,
} as const satisfies Record<string, CanonicalActivity | null>
export type HookName = keyof typeof HOOK_TO_CANONICAL

/** The canonical activity of a hook; null: known, and it gives none; undefined: unknown. */
export function canonicalOfHook(hook: string): CanonicalActivity | null | undefined {
  return Object.hasOwn(HOOK_TO_CANONICAL, hook) ? HOOK_TO_CANONICAL[hook as HookName] : undefined
}

/** How far a message may go: back to who asked, there and to who watches, or to who watches alone. */
export const DELIVERY_SCOPES = ['ORIGIN_ONLY', 'DUAL', 'CTRL'] as const

/** The longest preview of what a tool does. */
export const MAX_TOOL_PREVIEW = 70

const RFC_3339 = String.raw`^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[Tt]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$`

interface CanonicalField {
  optional: boolean
  schema: Schema
  description: string
}

const text = s.string()

/** The fields of a canonical activity event, in the order they are shown. */
export const CANONICAL_FIELDS = {
  session_id: {
    optional: false,
    schema: s.string({ minLength: 1 }),
    description: 'The session the activity belongs to.',
  },
  canonical_type: {
    optional: false,
    schema: s.oneOf(CANONICAL_ACTIVITIES),
    description: 'One of the canonical activities.',
  },
  hook_event_type: {
    optional: false,
    schema: s.string({ minLength: 1 }),
    description: 'The hook it came from, under its common name.',
  },
  timestamp: {
    optional: false,
    schema: s.string({ pattern: RFC_3339 }),
    description: 'When it was taken in, RFC 3339.',
  },
  message_intent: {
    optional: false,
    schema: s.literal('ctrl_activity'),
    description: 'What it is for: always ctrl_activity.',
  },
  delivery_scope: {
    optional: false,
    schema: s.oneOf(DELIVERY_SCOPES),
    description: 'Where it may go: always CTRL.',
  },
  tool_name: { optional: true, schema: text, description: 'The tool at work, with agent_output_update.' },
  tool_preview: {
    optional: true,
    schema: s.string({ maxLength: MAX_TOOL_PREVIEW }),
    description: `The start of what the tool does, at most ${MAX_TOOL_PREVIEW} characters.`,
  },
  summary: { optional: true, schema: text, description: 'What the turn came to, with agent_output_stop.' },
  message: {
    optional: true,
    schema: text,
    description: 'The cleaned text a person should read, with agent_notification.',
  },
  raw_message: {
    optional: true,
    schema: text,
    description: 'That text as the agent sent it, tags and all.',
  },
  notification_type: {
    optional: true,
    schema: text,
    description: 'Which kind of notification the agent says it is.',
  },
} as const satisfies Record<string, CanonicalField>

type Rows = typeof CANONICAL_FIELDS
type Properties = {
  [Name in keyof Rows]: Rows[Name]['optional'] extends true
    ? Optional<Static<Rows[Name]['schema']>>
    : Rows[Name]['schema']
}

const properties: Record<string, Schema> = {}
for (const [name, { schema, optional, description }] of Object.entries<CanonicalField>(CANONICAL_FIELDS)) {
  const described = { ...schema, description }
  properties[name] = optional ? s.optional(described) : described
}

/** A canonical activity event as the wire carries it. */
export const ActivityEvent: ObjectSchema<ObjectType<Properties>> = s.object(properties as Properties)
export type ActivityEvent = Static<typeof ActivityEvent>
