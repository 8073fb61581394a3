import { s } from '../schema.js'
import { EXAMPLE_SESSION } from './example.js'
import { chapter, row } from './row.js'
import { AgentMode, AutonomyProfile, marked, SessionMeta, SessionSettings, SessionStatus } from './shapes.js'

const session = ['session'] as const
const lifecycle = ['connection', 'session', 'tenant'] as const
const answered = ['connection', 'session'] as const
const withSession = s.object({ session: SessionMeta })

export const sessionEvents = chapter({
  id: 'session',
  title: 'Sessions',
  about: 'The life of a session: made, named, changed, put away, removed; its state and its settings.',
  rows: {
    session_list: row({
      kind: 'reply',
      scopes: ['connection'],
      data: s.object({ sessions: s.array(SessionMeta), next: s.nullable(s.string()) }),
      description: 'Answer to list_sessions; next is the cursor of the following page.',
      example: { sessions: [EXAMPLE_SESSION], next: null },
    }),
    session_created: row({
      kind: 'durable',
      scopes: lifecycle,
      data: withSession,
      description: 'A session exists from here on.',
      example: { session: { ...EXAMPLE_SESSION, status: 'inactive', lastActivityAt: null } },
    }),
    session_updated: row({
      kind: 'durable',
      scopes: lifecycle,
      data: withSession,
      description: 'Name, status or another part of the session metadata changed.',
      example: { session: { ...EXAMPLE_SESSION, name: 'Auth refactor' } },
    }),
    session_archived: row({
      kind: 'durable',
      scopes: lifecycle,
      data: withSession,
      description: 'The session was put away.',
      example: { session: { ...EXAMPLE_SESSION, archived: true } },
    }),
    session_unarchived: row({
      kind: 'durable',
      scopes: lifecycle,
      data: withSession,
      description: 'The session was brought back.',
      example: { session: EXAMPLE_SESSION },
    }),
    session_paused: row({
      kind: 'durable',
      scopes: lifecycle,
      data: withSession,
      description: 'No new turn starts in the session until it is resumed; one that runs goes on.',
      example: { session: { ...EXAMPLE_SESSION, paused: true } },
    }),
    session_resumed: row({
      kind: 'durable',
      scopes: lifecycle,
      data: withSession,
      description: 'Turns start in the session again.',
      example: { session: { ...EXAMPLE_SESSION, paused: false } },
    }),
    session_deleted: row({
      // Nothing of a deleted session is kept, so this cannot be either.
      kind: 'ephemeral',
      scopes: lifecycle,
      data: s.object({}),
      description: 'The session and everything kept of it is gone.',
      example: {},
    }),
    session_state: row({
      kind: 'durable',
      scopes: session,
      data: s.object({ state: SessionStatus, reason: s.optional(s.string()) }),
      description: 'The session moved to another of the seven states.',
      example: { state: 'ready', reason: 'turn_complete' },
    }),
    session_ended: row({
      kind: 'durable',
      scopes: ['session', 'tenant'],
      data: s.object({ reason: s.string(), exitCode: s.optional(s.nullable(s.integer())) }),
      description: 'The agent of the session is gone: it said goodbye, or its process is no more.',
      example: { reason: 'process_gone' },
    }),
    'thread.name_delta': row({
      kind: 'ephemeral',
      scopes: session,
      data: s.object({ delta: s.string() }),
      description: 'A piece of the name that is being made up for the session.',
      example: { delta: 'Auth ref' },
    }),
    'thread.name_complete': row({
      kind: 'durable',
      scopes: session,
      clean: ['name'],
      data: s.object({ name: s.string(), by: s.optional(s.oneOf(['agent', 'prompt'])), ...marked }),
      description: 'The session has a name: a title its agent gave, or one made from the first prompt.',
      example: { name: 'Auth refactor', by: 'prompt' },
    }),
    mode_switched: row({
      kind: 'durable',
      scopes: answered,
      data: s.object({ mode: AgentMode }),
      description: 'The agent works in another way from here on.',
      example: { mode: 'plan' },
    }),
    autonomy_profile_updated: row({
      kind: 'durable',
      scopes: answered,
      data: s.object({ profile: AutonomyProfile }),
      description: 'How much the agent may do without asking changed.',
      example: { profile: 'recommended' },
    }),
    session_settings_updated: row({
      kind: 'durable',
      scopes: answered,
      data: s.object({ settings: SessionSettings }),
      description: 'How the gateway treats the session changed.',
      example: { settings: { coalesceMs: 25 } },
    }),
  },
})
