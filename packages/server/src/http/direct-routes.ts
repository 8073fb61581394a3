import type { IncomingMessage, ServerResponse } from 'node:http'
import { SignalboxError } from '@signalbox/protocol'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Identity } from '../identity.js'
import { type Authenticator, addressOf } from './auth.js'
import type { BodyDeadline } from './body-deadline.js'
import { codeOf, problemAnswer } from './errors.js'
import type { Guards } from './guards.js'
import { MAX_PARAM_LENGTH } from './limits.js'
import type { Observer } from './observer.js'
import { requireIdentity, tokenRequired } from './request-identity.js'
import { SECURITY_HEADERS } from './security-headers.js'

/** One request to a direct route, admitted. */
export interface DirectCall {
  request: IncomingMessage
  response: ServerResponse
  identity: Identity
  /** The part of the path that stands for `:id`, decoded. */
  id: string
}

/** A route that Node's HTTP server hands straight to its door. Its path has one parameter, `:id`. */
export interface DirectRoute {
  method: string
  path: string
  serve(call: DirectCall): Promise<void>
}

export interface DirectRoutesDeps {
  guards: Guards
  authenticator: Authenticator
  observer: Observer
  deadline: BodyDeadline
  report: (error: unknown) => void
}

interface Pattern {
  route: DirectRoute
  before: string
  after: string
}

/**
 * What fastify does not see of the one route that is called thousands of times a second: its requests as clients write
 * them. The framework's way in costs a tenth of what an event costs in all. Guards, authentication, limits and the form of
 * failures are the same.
 */
export class DirectRoutes {
  readonly #deps: DirectRoutesDeps
  readonly #patterns: Pattern[] = []
  #closing = false

  constructor(deps: DirectRoutesDeps) {
    this.#deps = deps
  }

  add(route: DirectRoute): void {
    const [before = '', after = ''] = route.path.split(':id')
    this.#patterns.push({ route, before, after })
  }

  /** From here on a connection ends with its answer. */
  close(): void {
    this.#closing = true
  }

  /** The same route behind fastify's router, which knows addresses that are written in other ways. */
  behindRouter(route: DirectRoute) {
    return async (
      request: FastifyRequest<{ Params: { id: string } }>,
      reply: FastifyReply,
    ): Promise<void> => {
      const call = { request: request.raw, response: reply.raw, identity: requireIdentity(request) }
      reply.hijack()
      await route.serve({ ...call, id: request.params.id }).catch((error) => this.#fail(error, reply.raw))
    }
  }

  /** False when the request is somebody else's. */
  take(request: IncomingMessage, response: ServerResponse): boolean {
    const { url = '/' } = request
    const query = url.indexOf('?')
    const path = query === -1 ? url : url.slice(0, query)
    for (const pattern of this.#patterns) {
      if (pattern.route.method !== request.method || !owns(pattern, path)) continue
      void this.#serve(pattern, path, request, response)
      return true
    }
    return false
  }

  async #serve(
    { route, before, after }: Pattern,
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { guards, authenticator, observer, deadline } = this.#deps
    if (this.#closing) response.shouldKeepAlive = false
    try {
      const observed = observer.watch(response, {
        method: route.method,
        route: route.path,
        stream: false,
        remote: addressOf(request),
        user: null,
        headers: response,
      })
      deadline.watch(request, response)
      guards.checkRequest(request.method, request.headers)
      const identity = authenticator.identifyHttp(request)
      if (!identity) throw tokenRequired()
      observed.user = identity.userId
      const id = decode(path.slice(before.length, path.length - after.length))
      await route.serve({ request, response, identity, id })
    } catch (error) {
      this.#fail(error, response)
    }
  }

  #fail(thrown: unknown, response: ServerResponse): void {
    const known = thrown instanceof SignalboxError
    // Nobody is left to answer, and that a client went away is no fault.
    if (response.destroyed && !known) return
    if (!known) this.#deps.report(thrown)
    if (response.headersSent) {
      // Half an answer is out; cutting it off is all that still tells the client.
      response.destroy()
      return
    }
    const failure = known ? thrown : unforeseen()
    const { status, headers, body } = problemAnswer(failure)
    this.#deps.observer.failed(response, codeOf(failure))
    for (const [name, value] of Object.entries({ ...SECURITY_HEADERS, ...headers }))
      response.setHeader(name, value)
    response.writeHead(status).end(body)
  }
}

/** What a client hears of a fault nobody foresaw. */
export function unforeseen(): SignalboxError {
  return new SignalboxError('internal', 'Something went wrong in the gateway; its log says what.')
}

function owns({ before, after }: Pattern, path: string): boolean {
  if (!path.startsWith(before) || !path.endsWith(after) || path.length < before.length + after.length)
    return false
  return path.indexOf('/', before.length) === path.length - after.length
}

function decode(part: string): string {
  const text = part.includes('%') ? decodePercent(part) : part
  if (text.length <= MAX_PARAM_LENGTH) return text
  throw new SignalboxError('invalidMessage', 'A part of the URL is too long.')
}

function decodePercent(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new SignalboxError('invalidMessage', 'The URL is not valid.')
  }
}
