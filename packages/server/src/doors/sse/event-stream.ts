import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { Dialect } from '../../dialects/dialect.js'
import { onAnswerEnd } from '../../http/answer-end.js'
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
  readonly #request: IncomingMessage
  readonly #response: ServerResponse

  /** Takes the response over; from here on fastify has no part in it. */
  constructor(reply: FastifyReply, { id, dialect, now }: EventStreamOptions) {
    const response = reply.hijack().raw
    this.#request = reply.request.raw
    this.#response = response
    this.subscriber = new Subscriber(
      id,
      dialect,
      {
        write: (chunk, done) => void response.write(chunk, () => done()),
        // Of the connection: the response may never have got it.
        closeSlow: () => void this.#request.socket.destroy(),
      },
      now,
    )
    // A reader that went away is told of by `close`.
    response.on('error', () => undefined)
    response.writeHead(200, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...HEADERS })
    response.write(RETRY)
  }

  onClose(listener: () => void): void {
    onAnswerEnd(this.#request, this.#response, listener)
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
