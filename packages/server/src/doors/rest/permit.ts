import { type Permission, SignalboxError } from '@signalbox/protocol'
import type { FastifyRequest } from 'fastify'
import { requireIdentity } from '../../http/request-identity.js'
import { type Identity, may, mayIngest } from '../../identity.js'

/** Who asks, if they may. */
export function permit(request: FastifyRequest, permission: Permission): Identity {
  return permitted(requireIdentity(request), permission)
}

/** The same identity, if it may. */
export function permitted(identity: Identity, permission: Permission): Identity {
  if (may(identity, permission)) return identity
  throw new SignalboxError('unauthorized', `This needs the permission ${permission}.`)
}

/** Who brings events, if they may. */
export function permitIngest(request: FastifyRequest): Identity {
  return permittedIngest(requireIdentity(request))
}

/** The same identity, if it may bring events. */
export function permittedIngest(identity: Identity): Identity {
  return mayIngest(identity) ? identity : permitted(identity, 'session:write')
}
