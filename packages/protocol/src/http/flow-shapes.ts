import { FLOW, FLOW_CONFIG } from '../flow/config.js'
import { s } from '../schema.js'
import { described } from './described.js'

/** What is wrong with a flow file, and where. */
export const FlowFileError = s.object({
  file: s.string(),
  line: s.optional(described(s.integer({ minimum: 1 }), 'From 1.')),
  column: s.optional(described(s.integer({ minimum: 1 }), 'From 1.')),
  field: s.optional(s.string()),
  message: s.string(),
})

/** Something that is taken and will not work as it is. */
export const FlowWarning = s.object({ trigger_id: s.string(), field: s.string(), message: s.string() })

/** All flows, with what is wrong with files and what will not work. */
export const FlowConfigAnswer = s.object({
  ...FLOW_CONFIG.properties,
  errors: s.optional(described(s.array(FlowFileError), 'Only while a file cannot be used.')),
  warnings: s.optional(described(s.array(FlowWarning), 'Told when they are saved.')),
})

/** One activity of the catalogue. */
export const FlowActivity = s.object({
  id: s.string(),
  label: s.string(),
  description: s.string(),
  fields: s.array(
    s.object({
      key: s.string(),
      label: s.string(),
      type: s.oneOf(['string', 'bool', 'int']),
      required: s.optional(s.boolean()),
      default: s.optional(s.unknown()),
      options: s.optional(s.array(s.string())),
      description: s.string(),
    }),
  ),
  one_of: s.optional(described(s.array(s.string()), 'At least one of these fields must be given.')),
})

/** One trigger as it is kept. */
export const FlowTriggerAnswer = s.object({
  trigger: FLOW,
  warnings: s.optional(described(s.array(FlowWarning), 'What will not work as it is.')),
})

/** Where flows are kept, and how the files are. */
export const FlowFiles = s.object({
  storage_path: described(s.string(), 'The folder.'),
  state: described(
    s.oneOf(['ready', 'unreadable', 'off']),
    'off: flows are switched off. unreadable: the folder cannot be read, and flows rest until it can.',
  ),
  reason: s.optional(described(s.string(), 'Why it cannot be read.')),
  files: s.array(
    s.object({
      file: s.string(),
      trigger_id: s.optional(s.string()),
      error: s.optional(FlowFileError),
    }),
  ),
  warnings: s.array(FlowWarning),
})

/** A recorded event flows can be tried on. */
export const RecentFlowEvent = s.object({
  id: s.string(),
  type: s.string(),
  session_id: described(s.string(), 'The id its sender used for the session.'),
  timestamp: s.string(),
  summary: described(s.string(), 'What it says, in a line; empty where it says nothing to read.'),
  notify_type: s.optional(described(s.string(), 'What a notify client called it.')),
})

const text = s.string()

/** What is to be tried. */
export const FlowDryRun = s.object(
  {
    event: described(
      s.unknown(),
      'A notify envelope, `{id}` of a recorded event, or `{sample}`: an event type.',
    ),
    trigger: s.optional(s.either(text, FLOW)),
  },
  { closed: true },
)

/** What flows would do with an event. */
export const FlowDryRunAnswer = s.object({
  event: s.object({ id: s.optional(text), type: text, session_id: text }),
  fields: described(s.record(text), 'What triggers see, and templates put in.'),
  matches: s.array(
    s.object({
      trigger_id: text,
      label: s.optional(text),
      event_type: described(text, 'The event it matches: that of an envelope, or one that comes with it.'),
      activities: s.array(
        s.object({
          activity_id: text,
          index: s.integer({ minimum: 0 }),
          rendered: described(
            s.record(s.unknown()),
            'As it would be done, with `message` for `message_template`; `typed` is what goes into a terminal.',
          ),
          problem: s.optional(described(text, 'Why it would come to nothing.')),
        }),
      ),
    }),
  ),
  unmatched: s.array(s.object({ trigger_id: text, reason: text })),
})

/** The example of a flow file as people write it. */
export const FLOW_YAML_EXAMPLE = `version: 1
flows:
  - id: plan-created
    label: New plan created
    event_type: notify_new_plan
    where:
      session.id: Codex 1
    bindings:
      - activity_id: toast_notification
        config:
          level: info
          message_template: "{{summary}}"
      - activity_id: spawn_agent_session
        config:
          agent_id: coder
          message_template: "New plan summary: {{notify.plan_summary}}"
`
