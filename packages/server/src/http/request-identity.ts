import { SignalboxError } from '@signalbox/protocol'
import type { FastifyRequest } from 'fastify'
import type { Identity } from '../identity.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sent it; null only on routes that are open without a token. */
    identity: Identity | null
  }

  interface FastifyContextConfig {
    /** Answered without a token. */
    open?: boolean
    /** Answered to the hooks of agents too; everything else is refused to them. */
    hooks?: boolean
    /** Takes its body or gives its answer for as long as it likes: no body deadline, no HEAD. */
    stream?: boolean
  }
}

/** The identity of a request to a route that is not open. */
export function requireIdentity(request: FastifyRequest): Identity {
  if (request.identity) return request.identity
  throw tokenRequired()
}

export function tokenRequired(): SignalboxError {
  return new SignalboxError(
    'notAuthenticated',
    'Send the token as "Authorization: Bearer …", or pair this browser.',
  )
}
