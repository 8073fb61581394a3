import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SignalboxError } from '@signalbox/protocol'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import type { Log } from '../log/log.js'
import type { AccessLog } from '../telemetry/access-log.js'
import type { Metrics } from '../telemetry/metrics.js'
import { type Authenticator, addressOf, notOfHooks } from './auth.js'
import { BodyDeadline } from './body-deadline.js'
import { answerClientError } from './client-error.js'
import type { Devices } from './devices.js'
import { DirectRoutes, unforeseen } from './direct-routes.js'
import { codeOf, sendProblem, toSignalboxError } from './errors.js'
import type { Guards } from './guards.js'
import { addHealth } from './health.js'
import { addJsonBody } from './json-body.js'
import { MAX_PARAM_LENGTH } from './limits.js'
import { Observer, type ServerFailure } from './observer.js'
import { addPairing } from './pairing.js'
import type { PairingCodes } from './pairing-codes.js'
import { requireIdentity } from './request-identity.js'
import { SECURITY_HEADERS } from './security-headers.js'
import { addStatic, type StaticFiles } from './static.js'

export interface AppDeps {
  guards: Guards
  authenticator: Authenticator
  devices: Devices
  pairingCodes: PairingCodes
  log: Pick<Log, 'health'>
  metrics: Metrics
  accessLog: Pick<AccessLog, 'write' | 'dropped'>
  staticFiles: StaticFiles
  now: () => number
  /** Monotonic, ms. */
  clock: () => number
  /** Hears of every answer that says the fault is ours. */
  onFailure?: (failure: ServerFailure) => void
  /** Where a fault nobody foresaw goes; the client only hears that there was one. */
  report: (error: unknown) => void
}

const BODY_LIMIT = 1 << 20
const DEADLINE_MS = 30_000
const CHECK_EVERY_MS = 5_000
/** How long a connection nobody uses stays open. */
const KEEP_ALIVE_MS = 72_000

declare module 'fastify' {
  interface FastifyInstance {
    /** Routes that are served past fastify. */
    direct: DirectRoutes
  }
}

/**
 * The HTTP side of the gateway, before any door is added: guards, authentication, the form of failures, the limits,
 * and the routes that belong to the gateway itself. Doors add their routes to the instance it returns.
 */
export function createApp(deps: AppDeps): FastifyInstance {
  const { guards, authenticator, report } = deps
  const deadline = new BodyDeadline(DEADLINE_MS, deps.clock)
  const observer = new Observer(deps)
  const direct = new DirectRoutes({ guards, authenticator, observer, deadline, report })

  const app = fastify({
    serverFactory: (rest) =>
      createServer(
        {
          headersTimeout: DEADLINE_MS,
          connectionsCheckingInterval: CHECK_EVERY_MS,
          // Node's deadline would end streams too: see BodyDeadline.
          requestTimeout: 0,
          keepAliveTimeout: KEEP_ALIVE_MS,
        },
        (request, response) => {
          if (!direct.take(request, response)) rest(request, response)
        },
      ),
    bodyLimit: BODY_LIMIT,
    // The doors check themselves what they take: loading the framework's compilers would be a tenth of the start.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    // While closing, requests in flight on open connections are still answered; the log says itself when it is gone.
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => {
      // What the router cannot read runs through no hook, but the guards come first all the same.
      const refused = attempt(() => admit(request as FastifyRequest, reply as FastifyReply))
      answerFailure(refused ?? error, reply as FastifyReply)
    },
  })

  app.decorate('direct', direct)
  app.decorateRequest('identity', null)
  addJsonBody(app)

  function admit(request: FastifyRequest, reply: FastifyReply): void {
    reply.headers(SECURITY_HEADERS)
    const { url: route = null, config } = request.routeOptions
    const { open = false, stream = false, hooks = false } = config
    const observed = observer.watch(reply.raw, {
      method: request.method,
      route,
      stream,
      remote: addressOf(request.raw),
      user: null,
      headers: reply,
    })
    deadline.watch(request.raw, reply.raw, stream)
    guards.checkRequest(request.method, request.headers)
    const identity = authenticator.identifyHttp(request.raw, open)
    observed.user = identity?.userId ?? null
    // What is open to everybody is open to hooks as well, but tells them no more.
    request.identity = open && identity?.role === 'hook' ? null : identity
    if (!open && !hooks) notOfHooks(requireIdentity(request))
    else if (!open) requireIdentity(request)
  }

  function answerFailure(thrown: unknown, reply: FastifyReply): void {
    // Nobody is left to answer, and that a client went away is no fault.
    if (reply.raw.destroyed && isAbort(thrown)) return
    const error = toSignalboxError(thrown)
    if (!error) report(thrown)
    if (reply.raw.headersSent) {
      // Half an answer is out; cutting it off is all that still tells the client.
      reply.raw.destroy()
      return
    }
    const failure = error ?? unforeseen()
    observer.failed(reply.raw, codeOf(failure))
    sendProblem(reply, failure)
  }

  function refuseUnknown(request: FastifyRequest, reply: FastifyReply): never {
    const path = request.url.split('?', 1)[0] ?? '/'
    const allowed = app.supportedMethods.filter((method) => app.findRoute({ method, url: path }) !== null)
    if (allowed.length === 0) throw new SignalboxError('notFound', 'There is nothing at this address.')
    reply.header('allow', allowed.join(', '))
    throw new SignalboxError('methodNotAllowed', `This address takes ${allowed.join(', ')}.`)
  }

  app.addHook('onRequest', (request, reply, done) => {
    admit(request, reply)
    // Here and not in the handler below, so that no body is read for nothing.
    if (request.is404) refuseUnknown(request, reply)
    done()
  })

  app.addHook('onRoute', (route) => {
    // fastify adds HEAD to every GET; on a stream it would wait for an end that never comes.
    if (route.method === 'HEAD' && route.config?.stream) route.handler = (_request, reply) => reply.send()
  })

  app.setErrorHandler((error, _request, reply) => answerFailure(error, reply))

  app.setNotFoundHandler(refuseUnknown)

  app.server.once('listening', () => guards.listeningOn((app.server.address() as AddressInfo).port))
  const sweeper = setInterval(() => deadline.sweep(), CHECK_EVERY_MS).unref()
  app.addHook('preClose', (done) => {
    direct.close()
    done()
  })
  app.addHook('onClose', (_instance, done) => {
    clearInterval(sweeper)
    done()
  })

  addHealth(app, deps)
  addPairing(app, { codes: deps.pairingCodes, devices: deps.devices })
  addStatic(app, deps.staticFiles)
  return app
}

function noSchemas(): never {
  throw new Error('routes have no schemas here: check in the door')
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
}

function attempt(action: () => void): unknown {
  try {
    action()
    return undefined
  } catch (error) {
    return error
  }
}
