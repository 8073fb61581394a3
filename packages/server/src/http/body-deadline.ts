import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { hangUp } from './client-error.js'

interface Pending {
  request: IncomingMessage
  response: ServerResponse
  endsAt: number
  stream: boolean
}

const PENDING = Symbol('pending')
type Watched = Socket & { [PENDING]?: Pending | null }

/**
 * Ends requests whose body does not arrive in time. Node has such a deadline for all requests or for none, and streams
 * must not have one. What is pending hangs on its connection and one sweep looks at all: a timer for each request, or
 * a collection of requests that changes with each, costs more than the request itself (V8 keeps what such a collection
 * held until the next full garbage collection).
 */
export class BodyDeadline {
  readonly #connections = new Set<Watched>()
  readonly #limitMs: number
  readonly #clock: () => number

  constructor(limitMs: number, clock: () => number) {
    this.#limitMs = limitMs
    this.#clock = clock
  }

  /** Connections that are open. */
  get size(): number {
    return this.#connections.size
  }

  /**
   * A request comes in on a connection only after the one before it is complete, so there is one to watch. What becomes
   * a stream takes as long as it takes; until then, and when it is refused, it is watched like any other.
   */
  watch(request: IncomingMessage, response: ServerResponse, stream = false): void {
    const socket: Watched = request.socket
    if (socket[PENDING] === undefined) {
      this.#connections.add(socket)
      socket.once('close', () => this.#connections.delete(socket))
    }
    socket[PENDING] = { request, response, endsAt: this.#clock() + this.#limitMs, stream }
  }

  sweep(): void {
    const now = this.#clock()
    for (const socket of this.#connections) {
      const pending = socket[PENDING]
      if (!pending) continue
      const { request, response, endsAt, stream } = pending
      if (request.complete || (stream && isOpened(response))) socket[PENDING] = null
      else if (endsAt > now) continue
      // A refused request may still be sending; it has had its answer.
      else if (response.headersSent) socket.destroy()
      else hangUp(socket, 408)
    }
  }
}

/** Whether the head of a stream is out; from there on its end is the stream's own affair. */
function isOpened({ headersSent, statusCode }: ServerResponse): boolean {
  return headersSent && statusCode < 400
}
