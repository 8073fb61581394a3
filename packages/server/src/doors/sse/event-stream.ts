import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { Dialect } from '../../dialects/dialect.js'
import { Subscriber } from '../../hub/subscriber.js'
import type { OpenStream, StreamEnd } from './open-streams.js'

const RETRY = 'retry: 5000\n\n'
const PING = Buffer.from(': ping\n\n')

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // Otherwise a proxy such as nginx holds events back until it has a buffer full of them.
  'x-accel-buffering': 'no',
}

export interface EventStreamOptions {
  id: string
  dialect: Dialect
  now: number
}

/** One reader of server-sent events: a response that stays open, with the budget of a subscriber. */
export class EventStream implements OpenStream {
  readonly subscriber: Subscriber
  readonly #response: ServerResponse

  /** Takes the response over; from here on fastify has no part in it. */
  constructor(reply: FastifyReply, { id, dialect, now }: EventStreamOptions) {
    const response = reply.hijack().raw
    this.#response = response
    this.subscriber = new Subscriber(
      id,
      dialect,
      {
        write: (chunk, done) => void response.write(chunk, () => done()),
        closeSlow: () => void response.destroy(),
      },
      now,
    )
    // A reader that went away is told of by `close`.
    response.on('error', () => undefined)
    response.writeHead(200, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...HEADERS })
    response.write(RETRY)
  }

  onClose(listener: () => void): void {
    // It may have left while the request was looked at: then there is no `close` to come.
    if (this.#response.destroyed) listener()
    else this.#response.once('close', listener)
  }

  ping(): void {
    this.subscriber.replay(PING)
  }

  end(why: StreamEnd): void {
    if (why.reason === 'shutdown') {
      const { message: reason, ts } = why
      this.subscriber.reply({ type: 'server_shutdown', reason, ts })
    }
    this.#response.end()
  }
}
