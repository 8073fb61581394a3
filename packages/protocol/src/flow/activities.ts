import type { JsonObject } from '../event.js'
import { type ObjectSchema, type Schema, s } from '../schema.js'

/** One field of an activity, as a form shows it and a check reads it. */
export interface ActivityField {
  key: string
  label: string
  type: 'string' | 'bool' | 'int'
  required?: true
  /** What it is when nobody says. */
  default?: string | boolean | number
  /** The only values it takes. */
  options?: readonly string[]
  description: string
}

/** Something a flow can do when its trigger matches. */
export interface Activity {
  label: string
  description: string
  fields: readonly ActivityField[]
  /** At least one of these must be given. */
  oneOf?: readonly string[]
  /** An example of its `config`. */
  example: JsonObject
}

const message = {
  key: 'message_template',
  label: 'Message',
  type: 'string',
  description: 'The text; {{fields}} of the event are put in.',
} as const

/** The catalogue of activities. Running a command is not among them: the events come from strangers. */
export const ACTIVITIES = {
  toast_notification: {
    label: 'Show a toast',
    description: 'Shows a short notice to everybody who looks at the dashboard.',
    fields: [
      {
        key: 'level',
        label: 'Level',
        type: 'string',
        required: true,
        options: ['info', 'warning', 'error'],
        description: 'How loud it is.',
      },
      { ...message, required: true },
    ],
    example: { level: 'info', message_template: '{{summary}}' },
  },
  post_webhook: {
    label: 'Call a webhook',
    description: 'Posts the event to a URL, signed, and again until it is taken.',
    fields: [
      { key: 'url', label: 'URL', type: 'string', required: true, description: 'Where to post it.' },
      {
        key: 'headers_json',
        label: 'Headers',
        type: 'string',
        description: 'A JSON object of header names and values.',
      },
      {
        key: 'body_template',
        label: 'Body',
        type: 'string',
        description: 'What to post instead of the event; {{fields}} of the event are put in.',
      },
    ],
    example: { url: 'https://hooks.example.com/signalbox', body_template: '{"text":"{{summary}}"}' },
  },
  send_to_terminal: {
    label: 'Type into a terminal',
    description: 'Types a message into the terminal of another session.',
    fields: [
      { ...message, required: true },
      {
        key: 'target_session_id',
        label: 'Session',
        type: 'string',
        description: 'The session to type into.',
      },
      {
        key: 'target_agent_name',
        label: 'Agent',
        type: 'string',
        description: 'The agent to type to, where no session is named.',
      },
      {
        key: 'include_terminal_output',
        label: 'With output',
        type: 'bool',
        default: false,
        description: 'Whether the end of what the session printed goes along.',
      },
      {
        key: 'output_tail_lines',
        label: 'Lines of output',
        type: 'int',
        default: 50,
        description: 'How many lines of it.',
      },
    ],
    oneOf: ['target_session_id', 'target_agent_name'],
    example: { message_template: 'Review {{plan_file}}', target_session_id: 'Reviewer 1' },
  },
  spawn_agent_session: {
    label: 'Start an agent',
    description: 'Starts a session of a declared agent and gives it a prompt.',
    fields: [
      { key: 'agent_id', label: 'Agent', type: 'string', required: true, description: 'Which agent.' },
      {
        key: 'reuse_if_running',
        label: 'Reuse',
        type: 'bool',
        default: true,
        description: 'Whether a session of it that runs already takes the prompt.',
      },
      {
        key: 'title_template',
        label: 'Title',
        type: 'string',
        description: 'The name of the session; {{fields}} of the event are put in.',
      },
      message,
    ],
    example: { agent_id: 'coder', message_template: 'New plan summary: {{notify.plan_summary}}' },
  },
} as const satisfies Record<string, Activity>

export type ActivityId = keyof typeof ACTIVITIES
export const ACTIVITY_IDS = Object.keys(ACTIVITIES) as ActivityId[]

const TYPES: Readonly<Record<ActivityField['type'], () => Schema>> = {
  string: s.string,
  bool: s.boolean,
  int: () => s.integer({ minimum: 0 }),
}

/** The JSON Schema of the `config` of an activity. */
export function activityConfigSchema(id: ActivityId): ObjectSchema {
  const { fields, oneOf }: Activity = ACTIVITIES[id]
  const properties = fields.map((field) => {
    const type = field.options ? s.oneOf(field.options) : TYPES[field.type]()
    const schema: Schema = { ...type, description: field.description, ...defaultOf(field) }
    return [field.key, field.required ? schema : s.optional(schema)] as const
  })
  const schema = s.object(Object.fromEntries(properties), { closed: true })
  return oneOf ? { ...schema, anyOf: oneOf.map((key) => ({ type: 'object', required: [key] })) } : schema
}

function defaultOf(field: ActivityField): { default?: unknown } {
  return field.default === undefined ? {} : { default: field.default }
}
