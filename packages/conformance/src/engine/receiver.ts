import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Context } from './context.js'
import { Inbox } from './inbox.js'

/** One request somebody sent. */
export interface Received {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** How a receiver answers; from 1 on. */
export type Answering = (call: Received, count: number, response: ServerResponse) => void

const TAKEN: Answering = (_call, _count, response) => void response.writeHead(200).end('ok')

/** Somebody on 127.0.0.1 whom webhooks and exports are sent to. It ends with the case. */
export class Receiver {
  readonly url: string
  readonly #inbox: Inbox<Received>

  private constructor(url: string, inbox: Inbox<Received>) {
    this.url = url
    this.#inbox = inbox
  }

  static async open(
    { signal, closing }: Pick<Context, 'signal' | 'closing'>,
    answer = TAKEN,
  ): Promise<Receiver> {
    const inbox = new Inbox<Received>(signal, ({ method, path }) => `${method} ${path}`)
    const server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const { method = '', url: path = '', headers } = request
        const call = { method, path, headers, body: Buffer.concat(chunks).toString() }
        inbox.take(call)
        answer(call, inbox.frames.length, response)
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    closing(() => {
      server.closeAllConnections()
      server.close()
    })
    return new Receiver(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, inbox)
  }

  get calls(): readonly Received[] {
    return this.#inbox.frames
  }

  /** The first call that fits, of those from an index on; waits for it. */
  call(wanted: object = {}, from = 0): Promise<Received> {
    return this.#inbox.frame(wanted, from)
  }
}
