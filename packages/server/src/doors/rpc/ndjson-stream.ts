import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { formatHeardCursor } from '@signalbox/protocol'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Dialect } from '../../dialects/dialect.js'
import { onAnswerEnd, onConnectionEnd } from '../../http/answer-end.js'
import { Subscriber } from '../../hub/subscriber.js'
import type { OpenStream, StreamEnd } from '../sse/open-streams.js'
import { cursorText, type StreamQuery } from './stream-query.js'

const BLANK = Buffer.from('\n')
/** How long a reader that was sent away has to read what is on its way to it. */
const LEAVE_MS = 30_000

/** Whether the connection stays is said by Node, which knows what the client asked for. */
const HEADERS = {
  'content-type': 'application/x-ndjson',
  'cache-control': 'no-cache',
  // Otherwise a proxy such as nginx holds lines back until it has a buffer full of them.
  'x-accel-buffering': 'no',
}

export interface NdjsonStreamOptions {
  id: string
  dialect: Dialect
  now: number
  epoch: string
  query: StreamQuery
  /** It was closed because its reader is too slow. */
  onSlow: (subscriber: Subscriber) => void
}

/** One reader of lines: a response that stays open, with the budget of a subscriber. */
export class NdjsonStream implements OpenStream {
  readonly subscriber: Subscriber
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  readonly #socket: Socket
  readonly #options: NdjsonStreamOptions
  #over = false

  /** Takes request and response over; from here on fastify has no part in them. */
  constructor(request: FastifyRequest, reply: FastifyReply, options: NdjsonStreamOptions) {
    const response = reply.hijack().raw
    this.#options = options
    this.#request = request.raw
    this.#response = response
    this.#socket = request.raw.socket
    const { id, dialect, now, onSlow } = options
    this.subscriber = new Subscriber(
      id,
      dialect,
      {
        write: (chunk, done) => void response.write(chunk, () => done()),
        closeSlow: () => {
          this.#close('slow')
          onSlow(this.subscriber)
        },
      },
      now,
    )
    // Who only reads need not be a person at a screen: no hook of an agent is held for it.
    this.subscriber.listensOnly = request.method === 'GET'
    // A reader that went away is told of by `close`.
    response.on('error', () => undefined)
    request.raw.on('error', () => undefined)
    response.writeHead(200, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...HEADERS })
    response.flushHeaders()
  }

  onClose(listener: () => void): void {
    onAnswerEnd(this.#request, this.#response, listener)
  }

  ping(): void {
    this.subscriber.replay(BLANK)
  }

  end({ reason }: StreamEnd): void {
    this.#close(reason)
  }

  /** Says where to resume and ends; what was written before is still read, if the reader is quick. */
  #close(reason: StreamEnd['reason'] | 'slow'): void {
    if (this.#over) return
    this.#over = true
    const line = this.#options.dialect.control({ type: 'stream/closed', reason, cursor: this.#cursor() })
    // A body that is still coming would keep the connection: the reader is shown that there is nothing more to come.
    this.#response.end(line, () => {
      if (!this.#request.complete) this.#socket.end()
    })
    this.#request.resume()
    this.#cutOffLater()
  }

  #cursor(): string {
    const { epoch, query } = this.#options
    const { scope, after } = query
    const { place } = this.subscriber
    if (scope.sessionId !== undefined) return cursorText(scope, epoch, place?.seq ?? after?.position ?? 0)
    if (!place) return formatHeardCursor({ ...after, epoch, offset: after?.position ?? 0 })
    const { sessionId, seq, offset } = place
    return formatHeardCursor({
      epoch,
      offset,
      ...(sessionId === undefined ? {} : { last: { sessionId, seq } }),
    })
  }

  /** The connection may be used for another request once this one is over; then it is nobody's to cut off. */
  #cutOffLater(): void {
    const cut = setTimeout(() => this.#socket.destroy(), LEAVE_MS).unref()
    const forget = onConnectionEnd(this.#socket, () => clearTimeout(cut))
    const settle = () => {
      if (!this.#response.closed || !(this.#request.complete || this.#request.destroyed)) return
      clearTimeout(cut)
      forget()
    }
    this.#response.once('close', settle)
    this.#request.once('close', settle)
  }
}
