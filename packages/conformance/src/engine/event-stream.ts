import { type ClientRequest, type IncomingHttpHeaders, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { Inbox } from './inbox.js'
import { bearer, type Target } from './target.js'
import type { Frame } from './witness.js'

/** One block of an event stream, as it was written. */
export interface Block {
  id?: string
  event?: string
  frame: Frame
}

/** A reader of server-sent events: keeps what it hears, and shows all of it to who judges it. */
export class EventStream {
  readonly blocks: Block[] = []
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Everything as it was written. */
  text = ''
  readonly #inbox: Inbox
  readonly #read: (frame: unknown) => void
  readonly #request: ClientRequest
  #rest = ''

  private constructor(
    request: ClientRequest,
    answer: { status: number; headers: IncomingHttpHeaders },
    read: (frame: unknown) => void,
    signal: AbortSignal,
  ) {
    this.#request = request
    this.#inbox = new Inbox(signal)
    this.#read = read
    this.status = answer.status
    this.headers = answer.headers
  }

  static open(
    target: Target,
    path: string,
    headers: Record<string, string>,
    read: (frame: unknown) => void,
    signal: AbortSignal,
  ): Promise<EventStream> {
    const open = target.url.startsWith('https:') ? secureRequest : plainRequest
    return new Promise((resolve, reject) => {
      const request = open(`${target.url}${path}`, { headers: { ...bearer(target), ...headers }, signal })
      request.on('error', reject)
      request.on('response', (response) => {
        const answer = { status: response.statusCode ?? 0, headers: response.headers }
        const stream = new EventStream(request, answer, read, signal)
        response.setEncoding('utf8').on('data', (text: string) => stream.#take(text))
        response.on('error', () => undefined)
        response.on('close', () => stream.#inbox.end('the stream ended'))
        resolve(stream)
      })
      request.end()
    })
  }

  frame(wanted: object, from = 0): Promise<Frame> {
    return this.#inbox.frame(wanted, from)
  }

  /** What was told up to the end of the replay, that end included. */
  async replay(): Promise<Frame[]> {
    const end = await this.frame({ type: 'replay_complete' })
    return this.#inbox.frames.slice(0, this.#inbox.frames.indexOf(end) + 1)
  }

  close(): void {
    this.#request.destroy()
  }

  #take(text: string): void {
    this.text += text
    const blocks = (this.#rest + text).split('\n\n')
    this.#rest = blocks.pop() ?? ''
    for (const block of blocks) this.#block(block)
  }

  #block(text: string): void {
    const fields = new Map(
      text.split('\n').map((line): [string, string] => {
        const [name = '', ...value] = line.split(': ')
        return [name, value.join(': ')]
      }),
    )
    const data = fields.get('data')
    if (data === undefined) return
    const frame = JSON.parse(data) as Frame
    const id = fields.get('id')
    const event = fields.get('event')
    this.blocks.push({
      frame,
      ...(id === undefined ? {} : { id }),
      ...(event === undefined ? {} : { event }),
    })
    this.#read(frame)
    this.#inbox.take(frame)
  }
}
