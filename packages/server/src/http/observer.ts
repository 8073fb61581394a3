import type { ServerResponse } from 'node:http'
import type { AccessLog } from '../telemetry/access-log.js'
import type { Counter, Histogram, Metrics, Series } from '../telemetry/metrics.js'

export interface ObserverOptions {
  metrics: Metrics
  accessLog: Pick<AccessLog, 'write' | 'dropped'>
  now: () => number
  /** Monotonic, ms. */
  clock: () => number
  /** Hears of every answer that says the fault is ours. */
  onFailure?: (failure: ServerFailure) => void
}

/** An answer with a status of 500 or above. Nothing of what was sent is in it. */
export interface ServerFailure {
  method: string
  /** The pattern of the route; null when none matched. */
  route: string | null
  status: number
  /** What kind of failure, in one word, where it is known. */
  code: string | undefined
}

/** What is told of a request when it is over. */
export interface Observed {
  method: string
  /** The pattern of the route; null when none matched. */
  route: string | null
  /** Takes as long as it takes: its time says nothing. */
  stream: boolean
  /** Known while the socket is open only. */
  remote: string
  user: string | null
  /** Of the answer. */
  headers: { getHeader(name: string): unknown }
}

/** As nginx has it: the client left before there was an answer. */
const CLIENT_LEFT = 499

const OBSERVED = Symbol('observed')
const FAILURE = Symbol('failure')
type Watched = ServerResponse & {
  [OBSERVED]?: { observed: Observed; startedAt: number }
  [FAILURE]?: string
}

/**
 * Counts and logs every answer once. It listens to `close`, which comes also when the client leaves early, as the
 * readers of streams do; fastify's onResponse does not. What is told hangs on the response: no closure per request.
 */
export class Observer {
  readonly #options: ObserverOptions
  readonly #requests: Series<Counter>
  readonly #seconds: Series<Histogram>
  readonly #onClose: (this: Watched) => void

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
      const watched = this[OBSERVED]
      if (watched) observer.#closed(this, watched)
    }
  }

  /** Returns what it was given: who sent it is known only after the door was opened. */
  watch(response: ServerResponse, observed: Observed): Observed {
    const watched: Watched = response
    watched[OBSERVED] = { observed, startedAt: this.#options.clock() }
    response.on('close', this.#onClose)
    return observed
  }

  /** Says why an answer is a failure, before it is sent. */
  failed(response: ServerResponse, code: string): void {
    const watched: Watched = response
    watched[FAILURE] = code
  }

  #closed(response: Watched, { observed, startedAt }: { observed: Observed; startedAt: number }): void {
    const { now, clock, accessLog, onFailure } = this.#options
    const { method, route, stream, remote, user, headers } = observed
    const ms = clock() - startedAt
    const status = response.headersSent ? response.statusCode : CLIENT_LEFT
    const length = headers.getHeader('content-length')
    this.#requests.of(method, route ?? 'unmatched', String(status)).add()
    if (!stream) this.#seconds.of(route ?? 'unmatched').observe(ms / 1000)
    if (status >= 500) onFailure?.({ method, route, status, code: response[FAILURE] })
    accessLog.write({
      time: now(),
      method,
      route,
      status,
      ms,
      bytes: length === undefined ? null : Number(length),
      remote,
      user,
    })
  }
}
