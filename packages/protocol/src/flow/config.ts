import { type Schema, s } from '../schema.js'
import { ACTIVITY_IDS, type ActivityId, activityConfigSchema } from './activities.js'

/** Other names for the event types of notify, taken in flow files. */
export const TRIGGER_ALIASES = {
  'plan-new': 'notify_new_plan',
  'plan-update': 'notify_progress',
  'work-finish': 'notify_finish',
} as const

/** One activity of a trigger, and what it is told. */
export interface FlowBinding {
  activity_id: ActivityId
  config: Record<string, unknown>
}

const Id = s.string({ minLength: 1 })
const trigger = {
  id: Id,
  label: s.optional(s.string()),
  event_type: Id,
  where: s.optional(s.record(s.string())),
}

const Binding: Schema<FlowBinding> = s.anyOf(
  ACTIVITY_IDS.map(
    (id) =>
      s.object(
        { activity_id: s.literal(id), config: activityConfigSchema(id) },
        { closed: true },
      ) as Schema<FlowBinding>,
  ),
)

/** Flows as the API has them: triggers, and what each sets off. */
export const FLOW_CONFIG = s.object(
  {
    version: s.literal(1),
    triggers: s.array(s.object(trigger, { closed: true })),
    bindings_by_trigger_id: s.record(s.array(Binding)),
  },
  { closed: true },
)

const { id, ...more } = trigger
const bindings = s.optional(s.array(Binding))

/** One trigger with its bindings, and the same where its id is known already. */
export const FLOW = s.object({ id, ...more, bindings }, { closed: true })
export const FLOW_BODY = s.object({ ...more, bindings }, { closed: true })

/** Flows as files have them (YAML): each trigger with its bindings. */
export const FLOW_FILE = s.object({ version: s.literal(1), flows: s.array(FLOW) }, { closed: true })

const exampleTrigger = {
  id: 'plan-created',
  label: 'New plan created',
  event_type: 'notify_new_plan',
  where: { 'session.id': 'Codex 1' },
}
const exampleBindings = [
  { activity_id: 'toast_notification', config: { level: 'info', message_template: '{{summary}}' } },
  {
    activity_id: 'spawn_agent_session',
    config: { agent_id: 'coder', message_template: 'New plan summary: {{notify.plan_summary}}' },
  },
] as const

/** The same flow in both forms. */
export const FLOW_CONFIG_EXAMPLE = {
  version: 1,
  triggers: [exampleTrigger],
  bindings_by_trigger_id: { 'plan-created': exampleBindings },
} as const
export const FLOW_FILE_EXAMPLE = {
  version: 1,
  flows: [{ ...exampleTrigger, bindings: exampleBindings }],
} as const
