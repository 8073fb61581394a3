import type { CatalogueActivity, EventTypes, FlowTrigger } from './flow-api.js'
import type { Flows } from './read-flows.js'

export const ACTIVITIES: readonly CatalogueActivity[] = [
  {
    id: 'toast_notification',
    label: 'Show a toast',
    description: 'Shows a short notice.',
    fields: [
      {
        key: 'level',
        label: 'Level',
        type: 'string',
        required: true,
        options: ['info', 'warning', 'error'],
        description: 'How loud it is.',
      },
      { key: 'message_template', label: 'Message', type: 'string', required: true, description: 'The text.' },
    ],
  },
  {
    id: 'send_to_terminal',
    label: 'Type into a terminal',
    description: 'Types a message.',
    fields: [
      { key: 'message_template', label: 'Message', type: 'string', required: true, description: 'The text.' },
      { key: 'target_session_id', label: 'Session', type: 'string', description: 'Where.' },
      {
        key: 'include_terminal_output',
        label: 'With output',
        type: 'bool',
        default: false,
        description: 'Whether the output goes along.',
      },
      { key: 'output_tail_lines', label: 'Lines', type: 'int', default: 50, description: 'How many.' },
    ],
    one_of: ['target_session_id', 'target_agent_name'],
  },
]

export const EVENT_TYPES: EventTypes = {
  event_types: ['notify_new_plan', 'plan_created'],
  samples: {
    notify_new_plan: { type: 'notify_new_plan', 'session.id': 'Codex 1', summary: 'Route session events' },
    plan_created: { type: 'plan_created', 'session.id': 'Codex 1', title: 'Move login to tokens' },
  },
  descriptions: {
    notify_new_plan: 'A notify client reported a new plan.',
    plan_created: 'The agent made a plan.',
  },
}

export const TRIGGER: FlowTrigger = {
  id: 'plan-created',
  label: 'New plan created',
  event_type: 'notify_new_plan',
  where: { 'session.id': 'Codex 1' },
  bindings: [
    { activity_id: 'toast_notification', config: { level: 'info', message_template: '{{summary}}' } },
  ],
}

export const FLOWS: Flows = {
  triggers: [TRIGGER],
  state: 'ready',
  reason: '',
  folder: '/home/ada/.signalbox/flows',
  badFiles: [],
  warnings: [],
  activities: ACTIVITIES,
  eventTypes: EVENT_TYPES,
}
