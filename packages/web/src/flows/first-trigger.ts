import type { FlowTrigger } from './flow-api.js'

/** A trigger to begin with: agents that make plans do so often, and it does no harm. */
export const FIRST_TRIGGER: FlowTrigger = {
  id: 'tell-me-of-plans',
  label: 'Tell me when an agent makes a plan',
  event_type: 'plan_created',
  bindings: [
    {
      activity_id: 'toast_notification',
      config: { level: 'info', message_template: 'New plan: {{title}}' },
    },
  ],
}
