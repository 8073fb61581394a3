import type { IncomingMessage, ServerResponse } from 'node:http'
import { hangUp } from './client-error.js'

interface Pending {
  response: ServerResponse
  endsAt: number
}

/**
 * Ends requests whose body does not arrive in time. Node has such a deadline for all requests or for none, and streams
 * must not have one. One sweep over the pending ones instead of a timer for each keeps it cheap.
 */
export class BodyDeadline {
  readonly #pending = new Map<IncomingMessage, Pending>()
  readonly #limitMs: number
  readonly #now: () => number

  constructor(limitMs: number, now: () => number) {
    this.#limitMs = limitMs
    this.#now = now
  }

  /** Requests whose body is still expected. */
  get size(): number {
    return this.#pending.size
  }

  watch(request: IncomingMessage, response: ServerResponse): void {
    const { headers } = request
    if (headers['transfer-encoding'] === undefined && !(Number(headers['content-length']) > 0)) return
    this.#pending.set(request, { response, endsAt: this.#now() + this.#limitMs })
  }

  /** After the answer. A refused request may still be sending its body, and has until the deadline to end it. */
  answered(request: IncomingMessage): void {
    if (request.complete || request.destroyed) this.#pending.delete(request)
  }

  sweep(): void {
    const now = this.#now()
    for (const [request, { response, endsAt }] of this.#pending) {
      if (request.complete || request.destroyed) this.#pending.delete(request)
      else if (endsAt <= now) {
        this.#pending.delete(request)
        if (response.headersSent) request.socket.destroy()
        else hangUp(request.socket, 408)
      }
    }
  }
}
