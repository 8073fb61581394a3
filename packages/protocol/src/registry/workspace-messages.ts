import { s } from '../schema.js'
import { EXAMPLE } from './example.js'
import { later } from './message-row.js'
import { AnyObject, InboxStatus, Role, SessionId } from './shapes.js'

const { sessionId, projectId, automationId } = EXAMPLE
const id = s.string({ minLength: 1 })
const name = s.string({ minLength: 1, maxLength: 200 })
const path = s.string({ minLength: 1, maxLength: 4096 })

const automation = {
  prompt: s.optional(s.string({ minLength: 1 })),
  agentType: s.optional(s.string({ minLength: 1, maxLength: 100 })),
  schedule: s.optional(s.nullable(s.string())),
  projectId: s.optional(id),
  sessionId: s.optional(SessionId),
}

/** What surrounds the sessions: files, members, projects, automations, the inbox, memories. */
export const workspaceMessages = {
  list_files: later({
    permission: 'session:read',
    fields: {
      sessionId: SessionId,
      path: s.optional(path),
      depth: s.optional(s.integer({ minimum: 1, maximum: 32 })),
    },
    replies: ['file_list'],
    description: 'Lists the folder the agent works in.',
    example: { type: 'list_files', sessionId, path: 'src', depth: 2 },
  }),
  read_file: later({
    permission: 'session:read',
    fields: { sessionId: SessionId, path },
    replies: ['file_content'],
    description: 'Reads a file of the session as it is now.',
    example: { type: 'read_file', sessionId, path: 'src/main.rs' },
  }),
  file_history: later({
    permission: 'session:read',
    fields: { sessionId: SessionId, path },
    replies: ['file_history_result'],
    description: 'Lists the iterations a file went through.',
    example: { type: 'file_history', sessionId, path: 'src/main.rs' },
  }),
  file_at_iteration: later({
    permission: 'session:read',
    fields: { sessionId: SessionId, path, iteration: s.integer({ minimum: 0 }) },
    replies: ['file_content'],
    description: 'Reads a file as it was at one iteration.',
    example: { type: 'file_at_iteration', sessionId, path: 'src/main.rs', iteration: 3 },
  }),
  manage_members: later({
    permission: { byAction: { list: 'member:read', set_role: 'member:write', remove: 'member:delete' } },
    fields: {
      action: s.oneOf(['list', 'set_role', 'remove']),
      userId: s.optional(id),
      role: s.optional(Role),
    },
    replies: ['member_list', 'member_updated', 'member_removed'],
    description: 'Lists the members of the tenant, gives one a role, or removes one.',
    example: { type: 'manage_members', action: 'set_role', userId: 'user-42', role: 'viewer' },
  }),
  list_projects: later({
    permission: 'session:read',
    fields: { includeArchived: s.optional(s.boolean()) },
    replies: ['project_list'],
    description: 'Lists the projects of the tenant.',
    example: { type: 'list_projects' },
  }),
  create_project: later({
    permission: 'session:create',
    fields: { name, path: s.optional(path), settings: s.optional(AnyObject) },
    replies: ['project_created'],
    description: 'Makes a project to gather sessions under.',
    example: { type: 'create_project', name: 'Shop', path: '/home/me/shop' },
  }),
  update_project: later({
    permission: 'session:write',
    fields: {
      projectId: id,
      name: s.optional(name),
      path: s.optional(path),
      settings: s.optional(AnyObject),
    },
    replies: ['project_updated'],
    description: 'Changes the name, folder or settings of a project.',
    example: { type: 'update_project', projectId, name: 'Shop 2' },
  }),
  archive_project: later({
    permission: 'session:archive',
    fields: { projectId: id },
    replies: ['project_archived'],
    description: 'Puts a project away.',
    example: { type: 'archive_project', projectId },
  }),
  unarchive_project: later({
    permission: 'session:archive',
    fields: { projectId: id },
    replies: ['project_unarchived'],
    description: 'Brings an archived project back.',
    example: { type: 'unarchive_project', projectId },
  }),
  delete_project: later({
    permission: 'session:delete',
    fields: { projectId: id },
    replies: ['project_deleted'],
    description: 'Removes a project; its sessions stay.',
    example: { type: 'delete_project', projectId },
  }),
  get_project: later({
    permission: 'session:read',
    fields: { projectId: id },
    replies: ['project_detail'],
    description: 'Reads one project with its sessions.',
    example: { type: 'get_project', projectId },
  }),
  list_automations: later({
    permission: 'session:read',
    fields: {},
    replies: ['automation_list'],
    description: 'Lists the automations of the tenant.',
    example: { type: 'list_automations' },
  }),
  create_automation: later({
    permission: 'session:create',
    fields: { ...automation, name, templateId: s.optional(id), enabled: s.optional(s.boolean()) },
    replies: ['automation_created'],
    description: 'Makes an automation, from scratch or from a template.',
    example: {
      type: 'create_automation',
      name: 'Nightly audit',
      prompt: 'Check the dependencies for advisories',
      agentType: 'codex',
      schedule: '0 3 * * *',
    },
  }),
  update_automation: later({
    permission: 'session:write',
    fields: { ...automation, automationId: id, name: s.optional(name) },
    replies: ['automation_updated'],
    description: 'Changes what an automation does or when.',
    example: { type: 'update_automation', automationId, schedule: '0 4 * * 1' },
  }),
  delete_automation: later({
    permission: 'session:delete',
    fields: { automationId: id },
    replies: ['automation_deleted'],
    description: 'Removes an automation.',
    example: { type: 'delete_automation', automationId },
  }),
  toggle_automation: later({
    permission: 'session:write',
    fields: { automationId: id, enabled: s.boolean() },
    replies: ['automation_toggled'],
    description: 'Switches an automation on or off.',
    example: { type: 'toggle_automation', automationId, enabled: false },
  }),
  run_automation: later({
    permission: 'session:create',
    fields: { automationId: id },
    replies: ['automation_run_started', 'automation_run_blocked'],
    description: 'Runs an automation now.',
    example: { type: 'run_automation', automationId },
  }),
  list_templates: later({
    permission: 'session:read',
    fields: {},
    replies: ['template_list'],
    description: 'Lists what an automation can be made from.',
    example: { type: 'list_templates' },
  }),
  list_inbox: later({
    permission: 'session:read',
    fields: { status: s.optional(InboxStatus) },
    replies: ['inbox_list'],
    description: 'Lists what automations delivered.',
    example: { type: 'list_inbox', status: 'unread' },
  }),
  update_inbox_item: later({
    permission: 'session:write',
    fields: { itemId: id, read: s.optional(s.boolean()), archived: s.optional(s.boolean()) },
    replies: ['inbox_item_updated'],
    description: 'Marks an inbox item as read or puts it away.',
    example: { type: 'update_inbox_item', itemId: 'item_7', read: true },
  }),
  memory_recall: later({
    permission: 'session:read',
    fields: {
      query: s.string({ minLength: 1 }),
      limit: s.optional(s.integer({ minimum: 1, maximum: 100 })),
    },
    replies: ['memory_recalled'],
    description: 'Looks for what earlier sessions learned.',
    example: { type: 'memory_recall', query: 'release steps', limit: 5 },
  }),
  memory_forget: later({
    permission: 'session:write',
    fields: { memoryId: id },
    replies: ['memory_forgotten'],
    description: 'Removes one memory for good.',
    example: { type: 'memory_forget', memoryId: 'mem_1' },
  }),
}
