import { type TObject, type TSchema, Type } from '@sinclair/typebox'

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
  fields: TObject
}

function message(permission: Permission | null, fields: Record<string, TSchema>): MessageRow {
  return {
    permission,
    fields: Type.Object(
      { type: Type.String(), ref: Type.Optional(Type.Union([Type.String(), Type.Number()])), ...fields },
      { additionalProperties: false },
    ),
  }
}

const sessionId = Type.String({ minLength: 1 })
const seq = Type.Integer({ minimum: 0 })
const one = { sessionId }

/** Every client message the gateway answers today. */
export const MESSAGES = {
  authenticate: message(null, {
    token: Type.String(),
    protocolVersions: Type.Optional(Type.Array(Type.Integer(), { minItems: 1 })),
    naming: Type.Optional(Type.Union([Type.Literal('snake'), Type.Literal('dot')])),
  }),
  ping: message(null, { ts: Type.Number() }),
  list_sessions: message('session:read', {
    includeArchived: Type.Optional(Type.Boolean()),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    cursor: Type.Optional(Type.String()),
  }),
  create_session: message('session:create', {
    agentType: Type.String({ minLength: 1, maxLength: 100 }),
    name: Type.Optional(Type.String({ maxLength: 200 })),
    cwd: Type.Optional(Type.String({ minLength: 1, maxLength: 4096 })),
  }),
  rename_session: message('session:write', {
    sessionId,
    name: Type.String({ minLength: 1, maxLength: 200 }),
  }),
  archive_session: message('session:archive', one),
  unarchive_session: message('session:archive', one),
  delete_session: message('session:delete', one),
  join_session: message('session:read', {
    sessionId: Type.Optional(sessionId),
    sessionIds: Type.Optional(Type.Array(sessionId, { minItems: 1, maxItems: 100 })),
    afterSeq: Type.Optional(seq),
    epoch: Type.Optional(Type.String()),
  }),
  leave_session: message('session:read', one),
  get_history: message('session:read', {
    sessionId,
    before: Type.Optional(seq),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  }),
  get_events: message('session:read', {
    sessionId,
    afterSeq: Type.Optional(seq),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    types: Type.Optional(Type.Array(Type.String(), { maxItems: 200 })),
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
