/** The canonical activity of an agent, whichever agent it is. */
export const CANONICAL_ACTIVITIES = [
  'user_prompt_submit',
  'agent_output_update',
  'agent_output_stop',
  'agent_notification',
] as const
export type CanonicalActivity = (typeof CANONICAL_ACTIVITIES)[number]

/** What each hook shows as; null: the hook is known and has events of its own, so it gives no activity. */
export const HOOK_TO_CANONICAL = {
  user_prompt_submit: 'user_prompt_submit',
  tool_use: 'agent_output_update',
  tool_done: 'agent_output_update',
  agent_stop: 'agent_output_stop',
  notification: 'agent_notification',
  session_start: null,
  session_end: null,
  error: null,
} as const satisfies Record<string, CanonicalActivity | null>
export type HookName = keyof typeof HOOK_TO_CANONICAL

interface CanonicalField {
  optional: boolean
  description: string
}

/** The fields of a canonical activity event, in the order they are shown. */
export const CANONICAL_FIELDS = {
  session_id: { optional: false, description: 'The session the activity belongs to.' },
  canonical_type: { optional: false, description: 'One of the canonical activities.' },
  hook_event_type: { optional: false, description: 'The hook it came from, under its common name.' },
  timestamp: { optional: false, description: 'When it was taken in, RFC 3339.' },
  message_intent: { optional: false, description: 'What it is for: always ctrl_activity.' },
  delivery_scope: { optional: false, description: 'Where it may go: always CTRL.' },
  tool_name: { optional: true, description: 'The tool at work, with agent_output_update.' },
  tool_preview: { optional: true, description: 'The start of what the tool does, at most 70 characters.' },
  summary: { optional: true, description: 'What the turn came to, with agent_output_stop.' },
  message: { optional: true, description: 'The cleaned text a person should read, with agent_notification.' },
  raw_message: { optional: true, description: 'That text as the agent sent it, tags and all.' },
  notification_type: { optional: true, description: 'Which kind of notification the agent says it is.' },
} as const satisfies Record<string, CanonicalField>
