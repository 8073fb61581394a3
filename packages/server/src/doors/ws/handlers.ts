import {
  type AnsweredMessageType,
  encodeEvent,
  type Naming,
  permissionOf,
  SignalboxError,
  stateSnapshot,
  streamSnapshot,
  typeNamed,
} from '@signalbox/protocol'
import { findSession } from '../../commands/find-session.js'
import { notYet } from '../../commands/sessions.js'
import { GATEWAY_DIALECTS } from '../../dialects/ws.js'
import { joinSession } from '../../hub/join.js'
import { sessionTopic } from '../../hub/topics.js'
import { type Identity, may } from '../../identity.js'
import { CLOSE, type Connection, PROTOCOL_VERSIONS } from './connection.js'
import type { ClientMessage } from './parse-message.js'

const RECENT_HISTORY = 50
const DEFAULT_LIMIT = { sessions: 100, history: 50, events: 100 }

interface Call {
  connection: Connection
  identity: Identity
  /** The fields of the message; its schema has been checked. */
  fields: Fields
  ref: string | number | undefined
}

type Handler = (call: Call) => Promise<void> | void

/** Where a join begins. */
interface From {
  afterSeq?: number
  epoch?: string
}

/** Every field any message has; which of them are there, the schema of the message says. */
interface Fields {
  token: string
  protocolVersions?: number[]
  naming?: Naming
  ts: number
  includeArchived?: boolean
  limit?: number
  cursor?: string
  agentType: string
  name: string
  mode?: string
  projectId?: string
  cwd?: string
  sessionId: string
  sessionIds?: string[]
  joins?: (From & { sessionId: string; ref?: string | number })[]
  afterSeq?: number
  epoch?: string
  before?: number
  types?: string[]
}

/** Answers one client message; throws the SignalboxError to send back. */
export async function handle(connection: Connection, message: ClientMessage): Promise<void> {
  const fields = message.fields as unknown as Fields
  if (message.type === 'authenticate') {
    authenticate(connection, fields, message.ref)
    return
  }
  const { identity } = connection
  if (!identity) throw notAuthenticated()
  const permission = permissionOf(message.row, message.fields)
  if (permission && !may(identity, permission)) {
    throw new SignalboxError('unauthorized', `this needs the permission ${permission}`)
  }
  await HANDLERS[message.type]({ connection, identity, fields, ref: message.ref })
}

export function notAuthenticated(): SignalboxError {
  return new SignalboxError('notAuthenticated', 'send authenticate with a token first')
}

function authenticate(connection: Connection, fields: Fields, ref: string | number | undefined): void {
  const { protocolVersions = [1], naming, token } = fields
  const version = Math.max(...PROTOCOL_VERSIONS.filter((known) => protocolVersions.includes(known)))
  let identity: Identity
  try {
    identity = connection.deps.authenticator.checkToken(token, connection.remoteAddress)
  } catch (error) {
    setImmediate(() => connection.refuseAuth())
    throw error
  }
  if (!Number.isFinite(version)) {
    setImmediate(() => connection.close(CLOSE.auth, 'no common protocol version'))
    throw new SignalboxError('protocolVersion', `this gateway speaks ${PROTOCOL_VERSIONS.join(' and ')}`)
  }
  if (naming) connection.deps.hub.speak(connection.subscriber, GATEWAY_DIALECTS[naming])
  connection.admit(identity, version, ref)
}

const comes: Handler = () => Promise.reject(notYet('this'))

const HANDLERS: Record<Exclude<AnsweredMessageType, 'authenticate'>, Handler> = {
  run_turn: comes,
  stop_turn: comes,
  steer: comes,
  answer_question: comes,
  respond_permission: comes,
  list_requests: comes,
  list_attention: comes,
  switch_mode: comes,
  set_autonomy_profile: comes,
  update_session_settings: comes,
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

  create_session: (call) => call.connection.deps.commands.create(caller(call), call.fields),
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
  delete_session: (call) => call.connection.deps.commands.delete(caller(call), call.fields.sessionId),

  async join_session(call) {
    const { sessionId, sessionIds, joins } = call.fields
    refuseBoth(call.fields)
    if (joins) return joinEach(call, joins)
    const ids = sessionIds ?? (sessionId === undefined ? [] : [sessionId])
    if (ids.length === 0)
      throw new SignalboxError('invalidMessage', 'sessionId is required', { field: 'sessionId' })
    // All of them must exist before any is joined: nothing is half done.
    const found = await Promise.all(ids.map((id) => findSession(call.connection.deps.log, call.identity, id)))
    const { connection, fields, ref } = call
    for (const id of new Set(found)) await connection.inOrder(id, () => join(connection, id, fields, ref))
  },

  async leave_session({ connection, identity, fields }) {
    const sessionId = await findSession(connection.deps.log, identity, fields.sessionId)
    await connection.inOrder(sessionId, async () =>
      connection.deps.hub.unsubscribe(connection.subscriber, sessionTopic(sessionId)),
    )
  },

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

/** Each as if it had been sent by itself, one after the other: one that is refused does not stop the rest. */
/** One way of saying which sessions, and one of saying from where. */
function refuseBoth({ sessionId, sessionIds, joins, afterSeq, epoch }: Fields): void {
  const said = Object.entries(
    joins ? { joins, sessionId, sessionIds, afterSeq, epoch } : { sessionId, sessionIds },
  )
  const [first, second] = said.filter(([, value]) => value !== undefined).map(([name]) => name)
  if (second === undefined) return
  throw new SignalboxError('invalidMessage', `${second} cannot be given beside ${first}`, { field: second })
}

async function joinEach({ connection, identity, ref: common }: Call, joins: NonNullable<Fields['joins']>) {
  const found = await Promise.allSettled(
    joins.map(({ sessionId }) => findSession(connection.deps.log, identity, sessionId)),
  )
  let turn = Promise.resolve()
  for (const [index, asked] of joins.entries()) {
    const id = found[index]
    const ref = asked.ref ?? common
    const before = turn
    // Each takes its place in the order of its session now: a leave that is sent later stays later.
    const joined =
      id?.status === 'fulfilled'
        ? connection.inOrder(id.value, async () => {
            await before
            if (!connection.subscriber.closed) await join(connection, id.value, asked, ref)
          })
        : before.then(() => Promise.reject(id?.reason))
    turn = joined.catch((error: unknown) => connection.fail(error, ref))
  }
  await turn
}

async function join(
  connection: Connection,
  sessionId: string,
  { afterSeq, epoch }: From,
  ref: string | number | undefined,
): Promise<void> {
  const { log, hub } = connection.deps
  const from = { afterSeq: afterSeq ?? null, ...(epoch === undefined ? {} : { epoch }) }
  await joinSession({ log, hub }, connection.subscriber, sessionId, from, async (state) => {
    const history = await log.reader.history(sessionId, state.seq + 1, RECENT_HISTORY)
    const context = {
      epoch: log.epoch,
      recentHistory: history.items,
      subscriberCount: hub.count(sessionTopic(sessionId)) + 1,
    }
    connection.reply(stateSnapshot(state, context), ref)
    const stream = streamSnapshot(state)
    if (stream) connection.reply(stream)
  })
}

function caller(call: Call) {
  const { connection, identity, ref } = call
  const replyTo = { client: connection.subscriber.id, ...(ref === undefined ? {} : { ref }) }
  return { identity, via: 'ws', replyTo }
}

/** A command that changed nothing is answered by what already is. */
async function replyUnchanged(call: Call, type: string, change: Promise<object | undefined>): Promise<void> {
  const session = await change
  if (session) call.connection.reply({ type, sessionId: (session as { id: string }).id, session }, call.ref)
}
