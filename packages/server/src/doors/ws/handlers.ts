import { type AnsweredMessageType, permissionOf, SignalboxError } from '@signalbox/protocol'
import { GATEWAY_DIALECTS } from '../../dialects/ws.js'
import { type Identity, may } from '../../identity.js'
import type { Call, Handlers } from './call.js'
import { CLOSE, type Connection, PROTOCOL_VERSIONS } from './connection.js'
import { gatewayHandlers } from './gateway-handlers.js'
import { joinHandlers } from './join-handlers.js'
import type { ClientMessage } from './parse-message.js'
import { sessionHandlers } from './session-handlers.js'
import { turnHandlers } from './turn-handlers.js'

const HANDLERS: Handlers<Exclude<AnsweredMessageType, 'authenticate'>> = {
  ...sessionHandlers,
  ...gatewayHandlers,
  ...joinHandlers,
  ...turnHandlers,
}

/** Answers one client message; throws the SignalboxError to send back. */
export async function handle(connection: Connection, message: ClientMessage): Promise<void> {
  const { type, fields, ref, row } = message
  if (type === 'authenticate') {
    authenticate(connection, fields as Call<'authenticate'>['fields'], ref)
    return
  }
  const { identity } = connection
  if (!identity) throw notAuthenticated()
  const permission = permissionOf(row, fields)
  if (permission && !may(identity, permission)) {
    throw new SignalboxError('unauthorized', `this needs the permission ${permission}`)
  }
  // The schema of its type has been checked, which the compiler cannot see.
  await HANDLERS[type]({ connection, identity, fields: fields as never, ref })
}

export function notAuthenticated(): SignalboxError {
  return new SignalboxError('notAuthenticated', 'send authenticate with a token first')
}

function authenticate(
  connection: Connection,
  fields: Call<'authenticate'>['fields'],
  ref: string | number | undefined,
): void {
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
