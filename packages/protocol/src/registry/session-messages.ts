import { s } from '../schema.js'
import { EXAMPLE } from './example.js'
import { message } from './message-row.js'
import { AgentMode, Ref, SessionId } from './shapes.js'

const { sessionId } = EXAMPLE
const seq = s.integer({ minimum: 0 })
const cursor = { afterSeq: s.optional(seq), epoch: s.optional(s.string()) }
const name = s.string({ minLength: 1, maxLength: 200 })

/** Who you are, which sessions there are, and what happened in them. */
export const sessionMessages = {
  authenticate: message({
    permission: null,
    fields: {
      token: s.string(),
      protocolVersions: s.optional(s.array(s.integer(), { minItems: 1 })),
      naming: s.optional(s.oneOf(['snake', 'dot'])),
    },
    replies: ['authenticated'],
    description: 'Says who you are; nothing else is answered before.',
    example: {
      type: 'authenticate',
      token: 'sbx_0123456789abcdef',
      protocolVersions: [1, 2],
      naming: 'snake',
    },
  }),
  ping: message({
    permission: null,
    fields: { ts: s.number() },
    replies: ['pong'],
    description: 'Measures the way to the gateway and back.',
    example: { type: 'ping', ts: EXAMPLE.ts },
  }),
  list_sessions: message({
    permission: 'session:read',
    fields: {
      includeArchived: s.optional(s.boolean()),
      projectId: s.optional(s.string()),
      limit: s.optional(s.integer({ minimum: 1, maximum: 1000 })),
      cursor: s.optional(s.string()),
    },
    replies: ['session_list'],
    description: 'Lists the sessions of the tenant, newest first.',
    example: { type: 'list_sessions', includeArchived: false, limit: 50, ref: 'list-1' },
  }),
  create_session: message({
    permission: 'session:create',
    fields: {
      agentType: s.string({ minLength: 1, maxLength: 100 }),
      name: s.optional(name),
      projectId: s.optional(s.string()),
      mode: s.optional(AgentMode),
      cwd: s.optional(s.string({ minLength: 1, maxLength: 4096 })),
    },
    replies: ['session_created'],
    description: 'Makes a session; join it to hear what happens there.',
    example: { type: 'create_session', agentType: 'demo', name: 'Auth refactor', ref: 'create-1' },
  }),
  rename_session: message({
    permission: 'session:write',
    fields: { sessionId: SessionId, name },
    replies: ['session_updated'],
    description: 'Gives a session another name.',
    example: { type: 'rename_session', sessionId, name: 'Auth refactor' },
  }),
  archive_session: message({
    permission: 'session:archive',
    fields: { sessionId: SessionId },
    replies: ['session_archived'],
    description: 'Puts a session away; it stays readable.',
    example: { type: 'archive_session', sessionId },
  }),
  unarchive_session: message({
    permission: 'session:archive',
    fields: { sessionId: SessionId },
    replies: ['session_unarchived'],
    description: 'Brings an archived session back.',
    example: { type: 'unarchive_session', sessionId },
  }),
  pause_session: message({
    permission: 'session:write',
    fields: { sessionId: SessionId },
    replies: ['session_paused'],
    description: 'Starts no new turn in a session until it is resumed.',
    example: { type: 'pause_session', sessionId },
  }),
  resume_session: message({
    permission: 'session:write',
    fields: { sessionId: SessionId },
    replies: ['session_resumed'],
    description: 'Lets turns start in a paused session again.',
    example: { type: 'resume_session', sessionId },
  }),
  delete_session: message({
    permission: 'session:delete',
    fields: { sessionId: SessionId },
    replies: ['session_deleted'],
    description: 'Removes a session with everything kept of it.',
    example: { type: 'delete_session', sessionId },
  }),
  join_session: message({
    permission: 'session:read',
    fields: {
      sessionId: s.optional(SessionId),
      sessionIds: s.optional(s.array(SessionId, { minItems: 1, maxItems: 100 })),
      /** Many at once, each from its own cursor and answered under its own ref: how a client resumes. */
      joins: s.optional(
        s.array(s.object({ sessionId: SessionId, ref: s.optional(Ref), ...cursor }, { closed: true }), {
          minItems: 1,
          maxItems: 100,
        }),
      ),
      ...cursor,
    },
    replies: ['state_snapshot', 'stream_snapshot', 'gap', 'replay_complete'],
    description: 'Hears a session from now on, after its snapshot and, with afterSeq, what was missed.',
    example: { type: 'join_session', sessionId, afterSeq: 0 },
  }),
  leave_session: message({
    permission: 'session:read',
    fields: { sessionId: SessionId },
    replies: [],
    description: 'Stops hearing a session; there is no answer.',
    example: { type: 'leave_session', sessionId },
  }),
  get_history: message({
    permission: 'session:read',
    fields: {
      sessionId: SessionId,
      before: s.optional(seq),
      limit: s.optional(s.integer({ minimum: 1, maximum: 100 })),
    },
    replies: ['history'],
    description: 'Reads the conversation of a session, newest page first.',
    example: { type: 'get_history', sessionId, limit: 50 },
  }),
  get_events: message({
    permission: 'session:read',
    fields: {
      sessionId: SessionId,
      afterSeq: s.optional(seq),
      limit: s.optional(s.integer({ minimum: 1, maximum: 1000 })),
      types: s.optional(s.array(s.string(), { maxItems: 200 })),
    },
    replies: ['events'],
    description: 'Reads the stored events of a session in order.',
    example: { type: 'get_events', sessionId, afterSeq: 40, limit: 100, types: ['turn_complete'] },
  }),
}
