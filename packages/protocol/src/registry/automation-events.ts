import { s } from '../schema.js'
import { EXAMPLE } from './example.js'
import { chapter, row } from './row.js'

const connection = ['connection'] as const
const tenant = ['tenant'] as const

const Automation = s.object({
  id: s.string(),
  name: s.string(),
  enabled: s.boolean(),
  prompt: s.string(),
  agentType: s.string(),
  schedule: s.nullable(s.string()),
  projectId: s.nullable(s.string()),
  sessionId: s.nullable(s.string()),
  createdAt: s.number(),
  updatedAt: s.number(),
  lastRunAt: s.nullable(s.number()),
  nextRunAt: s.nullable(s.number()),
})
const Template = s.object({
  id: s.string(),
  name: s.string(),
  description: s.string(),
  prompt: s.string(),
  schedule: s.nullable(s.string()),
})
const InboxItem = s.object({
  id: s.string(),
  title: s.string(),
  text: s.string(),
  automationId: s.nullable(s.string()),
  runId: s.nullable(s.string()),
  sessionId: s.nullable(s.string()),
  read: s.boolean(),
  archived: s.boolean(),
  createdAt: s.number(),
})
const run = { automationId: s.string(), runId: s.string(), sessionId: s.optional(s.string()) }
const withAutomation = s.object({ automation: Automation })

const { automationId, runId, sessionId } = EXAMPLE
const automation = {
  id: automationId,
  name: 'Nightly audit',
  enabled: true,
  prompt: 'Check the dependencies for advisories',
  agentType: 'codex',
  schedule: '0 3 * * *',
  projectId: EXAMPLE.projectId,
  sessionId: null,
  createdAt: 1709312400000,
  updatedAt: 1709312400000,
  lastRunAt: null,
  nextRunAt: 1709348400000,
}
const item = {
  id: 'item_7',
  title: 'Nightly audit',
  text: 'One advisory: upgrade the parser to 4.2.1.',
  automationId,
  runId,
  sessionId,
  read: false,
  archived: false,
  createdAt: 1709348460000,
}

export const automationEvents = chapter({
  id: 'automation',
  title: 'Automations and inbox',
  about: 'Work that starts by itself, and what it brought.',
  rows: {
    automation_list: row({
      kind: 'reply',
      scopes: connection,
      data: s.object({ automations: s.array(Automation) }),
      description: 'Answer to list_automations.',
      example: { automations: [automation] },
    }),
    automation_created: row({
      kind: 'reply',
      scopes: connection,
      data: withAutomation,
      description: 'There is a new automation.',
      example: { automation },
    }),
    automation_updated: row({
      kind: 'reply',
      scopes: connection,
      data: withAutomation,
      description: 'What an automation does, or when, changed.',
      example: { automation: { ...automation, schedule: '0 4 * * 1' } },
    }),
    automation_deleted: row({
      kind: 'reply',
      scopes: connection,
      data: s.object({ automationId: s.string() }),
      description: 'An automation is gone.',
      example: { automationId },
    }),
    automation_toggled: row({
      kind: 'reply',
      scopes: connection,
      data: withAutomation,
      description: 'An automation was switched on or off.',
      example: { automation: { ...automation, enabled: false, nextRunAt: null } },
    }),
    automation_run_started: row({
      kind: 'reply',
      scopes: tenant,
      data: s.object({ ...run, ts: s.number() }),
      description: 'An automation is at work.',
      example: { automationId, runId, sessionId, ts: 1709348400000 },
    }),
    automation_run_completed: row({
      kind: 'reply',
      scopes: tenant,
      data: s.object({ ...run, status: s.oneOf(['succeeded', 'failed']), ts: s.number() }),
      description: 'A run of an automation is over.',
      example: { automationId, runId, sessionId, status: 'succeeded', ts: 1709348460000 },
    }),
    automation_run_blocked: row({
      kind: 'reply',
      scopes: tenant,
      data: s.object({
        automationId: s.string(),
        runId: s.optional(s.string()),
        reason: s.string(),
        ts: s.number(),
      }),
      description: 'An automation could not run now.',
      example: { automationId, reason: 'a turn is running in its session', ts: 1709348400000 },
    }),
    template_list: row({
      kind: 'reply',
      scopes: connection,
      data: s.object({ templates: s.array(Template) }),
      description: 'Answer to list_templates.',
      example: {
        templates: [
          {
            id: 'dependency-audit',
            name: 'Dependency audit',
            description: 'Looks for known weaknesses in what the project depends on.',
            prompt: 'Check the dependencies for advisories',
            schedule: '0 3 * * *',
          },
        ],
      },
    }),
    inbox_list: row({
      kind: 'reply',
      scopes: connection,
      data: s.object({ items: s.array(InboxItem) }),
      description: 'Answer to list_inbox, newest first.',
      example: { items: [item] },
    }),
    inbox_item_updated: row({
      kind: 'reply',
      scopes: connection,
      data: s.object({ item: InboxItem }),
      description: 'An inbox item was marked as read or put away.',
      example: { item: { ...item, read: true } },
    }),
    inbox_delivery: row({
      kind: 'reply',
      scopes: tenant,
      data: s.object({ item: InboxItem }),
      description: 'A run of an automation brought something new.',
      example: { item },
    }),
  },
})
