import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AccessLog } from '../telemetry/access-log.js'
import type { Counter, Histogram, Metrics, Series } from '../telemetry/metrics.js'
import { addressOf } from './auth.js'

export interface ObserverOptions {
  metrics: Metrics
  accessLog: Pick<AccessLog, 'write' | 'dropped'>
  now: () => number
  /** Monotonic, ms. */
  clock: () => number
}

/** As nginx has it: the client left before there was an answer. */
const CLIENT_LEFT = 499

const REPLY = Symbol('reply')
type Observed = ServerResponse & { [REPLY]?: FastifyReply }

/**
 * Counts and logs every answer once. It listens to `close`, which comes also when the client leaves early, as the
 * readers of streams do; fastify's onResponse does not. The reply hangs on the response itself: no closure per request.
 */
export class Observer {
  readonly #options: ObserverOptions
  readonly #requests: Series<Counter>
  readonly #seconds: Series<Histogram>
  readonly #onClose: (this: Observed) => void

  constructor(options: ObserverOptions) {
    const { metrics, accessLog } = options
    this.#options = options
    this.#requests = metrics.counter('signalbox_http_requests_total', 'Answered HTTP requests.', [
      'method',
      'route',
      'status',
    ])
    this.#seconds = metrics.histogram('signalbox_http_request_seconds', 'Time to answer, streams excepted.', [
      'route',
    ])
    metrics.gauge(
      'signalbox_access_log_dropped',
      'Lines of the access log that were lost.',
      () => accessLog.dropped,
    )
    const observer = this
    this.#onClose = function onClose() {
      const reply = this[REPLY]
      if (reply) observer.#closed(reply)
    }
  }

  watch(request: FastifyRequest, reply: FastifyReply): void {
    request.startedAt = this.#options.clock()
    // Asked while the socket is open, Node remembers the address for when it is not.
    addressOf(request.raw)
    const response: Observed = reply.raw
    response[REPLY] = reply
    response.on('close', this.#onClose)
  }

  #closed(reply: FastifyReply): void {
    const { request } = reply
    const { now, clock, accessLog } = this.#options
    const { url: route, config } = request.routeOptions
    const ms = clock() - request.startedAt
    const status = reply.raw.headersSent ? reply.statusCode : CLIENT_LEFT
    const length = reply.getHeader('content-length')
    this.#requests.of(request.method, route ?? 'unmatched', String(status)).add()
    if (!config.stream) this.#seconds.of(route ?? 'unmatched').observe(ms / 1000)
    accessLog.write({
      time: now(),
      method: request.method,
      route: route ?? null,
      status,
      ms,
      bytes: length === undefined ? null : Number(length),
      remote: addressOf(request.raw),
      user: request.identity?.userId ?? null,
    })
  }
}
