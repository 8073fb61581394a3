import { type ObjectSchema, type Schema, s } from '../schema.js'

/** The twelve permissions a role grants. */
export type Permission =
  | 'session:create'
  | 'session:read'
  | 'session:write'
  | 'session:delete'
  | 'session:archive'
  | 'session:steer'
  | 'member:read'
  | 'member:write'
  | 'member:delete'
  | 'billing:read'
  | 'billing:write'
  | 'tenant:admin'

/** One client message of /ws: what it needs, and the fields beside `type` and `ref`. */
export interface MessageRow {
  permission: Permission | null
  fields: ObjectSchema
}

const ref = s.optional(s.either(s.string(), s.number()))

function message(permission: Permission | null, fields: Record<string, Schema>): MessageRow {
  return {
    permission,
    fields: s.object({ type: s.string(), ref, ...fields }, { closed: true }),
  }
}

const sessionId = s.string({ minLength: 1 })
const seq = s.integer({ minimum: 0 })
const one = { sessionId }
const from = { afterSeq: s.optional(seq), epoch: s.optional(s.string()) }

/** Every client message the gateway answers today. */
export const MESSAGES = {
  authenticate: message(null, {
    token: s.string(),
    protocolVersions: s.optional(s.array(s.integer(), { minItems: 1 })),
    naming: s.optional(s.oneOf(['snake', 'dot'])),
  }),
  ping: message(null, { ts: s.number() }),
  list_sessions: message('session:read', {
    includeArchived: s.optional(s.boolean()),
    projectId: s.optional(s.string()),
    limit: s.optional(s.integer({ minimum: 1, maximum: 1000 })),
    cursor: s.optional(s.string()),
  }),
  create_session: message('session:create', {
    agentType: s.string({ minLength: 1, maxLength: 100 }),
    name: s.optional(s.string({ minLength: 1, maxLength: 200 })),
    projectId: s.optional(s.string()),
    mode: s.optional(s.oneOf(['implement', 'ideate', 'plan', 'high_agency'])),
    cwd: s.optional(s.string({ minLength: 1, maxLength: 4096 })),
  }),
  rename_session: message('session:write', {
    sessionId,
    name: s.string({ minLength: 1, maxLength: 200 }),
  }),
  archive_session: message('session:archive', one),
  unarchive_session: message('session:archive', one),
  delete_session: message('session:delete', one),
  join_session: message('session:read', {
    sessionId: s.optional(sessionId),
    sessionIds: s.optional(s.array(sessionId, { minItems: 1, maxItems: 100 })),
    /** Many at once, each from its own cursor and answered under its own ref: how a client resumes. */
    joins: s.optional(
      s.array(s.object({ sessionId, ref, ...from }, { closed: true }), { minItems: 1, maxItems: 100 }),
    ),
    ...from,
  }),
  leave_session: message('session:read', one),
  get_history: message('session:read', {
    sessionId,
    before: s.optional(seq),
    limit: s.optional(s.integer({ minimum: 1, maximum: 100 })),
  }),
  get_events: message('session:read', {
    sessionId,
    afterSeq: s.optional(seq),
    limit: s.optional(s.integer({ minimum: 1, maximum: 1000 })),
    types: s.optional(s.array(s.string(), { maxItems: 200 })),
  }),
} satisfies Record<string, MessageRow>

export type MessageType = keyof typeof MESSAGES

/** Messages of the contract whose doors open with a later release; they answer NotImplemented. */
export const LATER_MESSAGES: ReadonlySet<string> = new Set([
  'run_turn',
  'stop_turn',
  'steer',
  'answer_question',
  'respond_permission',
  'list_requests',
  'list_attention',
  'list_files',
  'read_file',
  'file_history',
  'file_at_iteration',
  'manage_members',
  'switch_mode',
  'set_autonomy_profile',
  'update_session_settings',
  'list_projects',
  'create_project',
  'update_project',
  'archive_project',
  'unarchive_project',
  'delete_project',
  'get_project',
  'list_automations',
  'create_automation',
  'update_automation',
  'delete_automation',
  'toggle_automation',
  'run_automation',
  'list_templates',
  'list_inbox',
  'update_inbox_item',
  'memory_recall',
  'memory_forget',
  'github_answer',
])
