import { encodeEvent, type Naming, SignalboxError, typeNamed } from '@signalbox/protocol'
import { findSession } from '../../commands/find-session.js'
import { notYet } from '../../commands/sessions.js'
import { GATEWAY_DIALECTS } from '../../dialects/ws.js'
import { type Call, caller, type Handlers } from './call.js'

const DEFAULT_LIMIT = { sessions: 100, history: 50, events: 100 }

type SessionMessages =
  | 'ping'
  | 'list_sessions'
  | 'create_session'
  | 'rename_session'
  | 'archive_session'
  | 'unarchive_session'
  | 'pause_session'
  | 'resume_session'
  | 'delete_session'
  | 'get_history'
  | 'get_events'

/** Sessions as a whole, and what was kept of them. */
export const sessionHandlers: Handlers<SessionMessages> = {
  ping: ({ connection, fields, ref }) =>
    connection.reply({ type: 'pong', clientTs: fields.ts, serverTs: connection.deps.now() }, ref),

  async list_sessions({ connection, identity, fields, ref }) {
    const { cursor } = fields
    if (fields.projectId !== undefined) throw notYet('projectId')
    if (cursor !== undefined && !/^\d{1,15}$/.test(cursor)) {
      throw new SignalboxError('invalidMessage', 'cursor must be one that session_list gave as next', {
        field: 'cursor',
      })
    }
    const page = await connection.deps.log.reader.sessions({
      tenantId: identity.tenantId,
      includeArchived: fields.includeArchived ?? false,
      limit: fields.limit ?? DEFAULT_LIMIT.sessions,
      ...(cursor === undefined ? {} : { cursor }),
    })
    connection.reply({ type: 'session_list', ...page }, ref)
  },

  async create_session(call) {
    await call.connection.deps.commands.create(caller(call), call.fields)
  },
  rename_session: (call) => {
    const { sessionId, name } = call.fields
    return replyUnchanged(
      call,
      'session_updated',
      call.connection.deps.commands.rename(caller(call), sessionId, name),
    )
  },
  archive_session: (call) =>
    replyUnchanged(
      call,
      'session_archived',
      call.connection.deps.commands.archive(caller(call), call.fields.sessionId),
    ),
  unarchive_session: (call) =>
    replyUnchanged(
      call,
      'session_unarchived',
      call.connection.deps.commands.unarchive(caller(call), call.fields.sessionId),
    ),
  pause_session: (call) =>
    replyUnchanged(
      call,
      'session_paused',
      call.connection.deps.commands.pause(caller(call), call.fields.sessionId),
    ),
  resume_session: (call) =>
    replyUnchanged(
      call,
      'session_resumed',
      call.connection.deps.commands.resume(caller(call), call.fields.sessionId),
    ),
  delete_session: (call) => call.connection.deps.commands.delete(caller(call), call.fields.sessionId),

  async get_history({ connection, identity, fields, ref }) {
    const sessionId = await findSession(connection.deps.log, identity, fields.sessionId)
    const limit = fields.limit ?? DEFAULT_LIMIT.history
    const page = await connection.deps.log.reader.history(sessionId, fields.before ?? null, limit)
    connection.reply({ type: 'history', sessionId, ...page }, ref)
  },

  async get_events({ connection, identity, fields, ref }) {
    const types = fields.types?.map((name) => {
      const type = typeNamed(name)
      if (!type)
        throw new SignalboxError('invalidMessage', `unknown event type ${name.slice(0, 100)}`, {
          field: 'types',
        })
      return type
    })
    const sessionId = await findSession(connection.deps.log, identity, fields.sessionId)
    const page = await connection.deps.log.reader.read(sessionId, {
      afterSeq: fields.afterSeq ?? 0,
      limit: fields.limit ?? DEFAULT_LIMIT.events,
      ...(types ? { types } : {}),
    })
    const naming: Naming = connection.subscriber.dialect === GATEWAY_DIALECTS.dot ? 'dot' : 'snake'
    const next = page.more ? (page.events.at(-1)?.seq ?? null) : null
    // Put together from texts: parsing a payload could change it.
    const events = page.events.map((event) => encodeEvent(event, naming)).join()
    const rest = JSON.stringify({ next, ...(ref === undefined ? {} : { ref }) }).slice(1)
    connection.replyText(`{"type":"events","sessionId":"${sessionId}","events":[${events}],${rest}`)
  },
}

/** A command that changed nothing is answered by what already is. */
async function replyUnchanged(call: Call, type: string, change: Promise<object | undefined>): Promise<void> {
  const session = await change
  if (session) call.connection.reply({ type, sessionId: (session as { id: string }).id, session }, call.ref)
}
