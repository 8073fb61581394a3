import { type ClientRequest, type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { Failure, held } from './failure.js'
import { Inbox } from './inbox.js'
import { show } from './match.js'
import { RpcJudge } from './rpc-judge.js'
import { named, type RpcLine } from './rpc-line.js'
import { bearer, type Target } from './target.js'

export interface RpcStreamOptions {
  /** POST unless said otherwise: requests can be sent. */
  method?: 'GET' | 'POST'
  /** With its question mark. */
  query?: string
  headers?: Record<string, string>
}

const NEWLINE = 0x0a
let ids = 0

/** A reader of /rpc/stream that can send requests too. It keeps what it hears, and every line is judged. */
export class RpcStream {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  /** Every line as it was written. */
  readonly texts: string[] = []
  /** Blank lines, which say that the stream is alive. */
  blanks = 0
  /** When the gateway has ended it. */
  readonly ended: Promise<void>
  readonly #request: ClientRequest
  readonly #response: IncomingMessage
  readonly #inbox: Inbox<RpcLine>
  readonly #judge = new RpcJudge()
  readonly #blame: (fault: string) => void
  readonly #alive: { heard: () => void; gone: (failure: Failure) => void }[] = []
  #rest: Buffer[] = []

  private constructor(
    request: ClientRequest,
    response: IncomingMessage,
    blame: (fault: string) => void,
    signal: AbortSignal,
  ) {
    this.#request = request
    this.#response = response
    this.#blame = blame
    this.#inbox = new Inbox(signal, named)
    this.status = response.statusCode ?? 0
    this.headers = response.headers
    response.on('data', (bytes: Buffer) => this.#take(bytes))
    response.on('error', () => undefined)
    this.ended = held(
      new Promise((resolve, reject) => {
        response.on('close', () => {
          this.#inbox.end('the stream ended')
          for (const { gone } of this.#alive.splice(0)) gone(new Failure('waited for a blank line'))
          if (this.#rest.length > 0) this.#blame(`a stream ended within a line: ${show(this.#line([]))}`)
          if (response.complete) resolve()
          else reject(new Failure('the stream was cut off'))
        })
      }),
    )
  }

  /** Opened; fails unless it is answered with 200. Nothing needs to be sent for that. */
  static open(
    target: Target,
    options: RpcStreamOptions,
    blame: (fault: string) => void,
    signal: AbortSignal,
  ): Promise<RpcStream> {
    const { method = 'POST', query = '' } = options
    const accept = { accept: 'application/x-ndjson' }
    const type = method === 'POST' ? { 'content-type': 'application/x-ndjson' } : {}
    const headers = { ...bearer(target), ...accept, ...type, ...options.headers }
    const open = target.url.startsWith('https:') ? secureRequest : plainRequest
    return new Promise((resolve, reject) => {
      const request = open(`${target.url}/rpc/stream${query}`, { method, headers, signal, agent: false })
      request.on('error', reject)
      request.on('response', (response) => {
        if (response.statusCode === 200) return resolve(new RpcStream(request, response, blame, signal))
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('close', () =>
          reject(new Failure(`a stream was answered by ${response.statusCode} ${Buffer.concat(chunks)}`)),
        )
        request.destroy()
      })
      if (method === 'GET') request.end()
      else request.flushHeaders()
    })
  }

  /** Every line, notifications and responses. */
  get lines(): readonly RpcLine[] {
    return this.#inbox.frames
  }

  /** The notifications among them. */
  get told(): RpcLine[] {
    return this.lines.filter(({ method }) => method !== undefined)
  }

  /** The first line that fits, of those from an index on; waits for it. */
  line(wanted: object, from = 0): Promise<RpcLine> {
    return this.#inbox.frame(wanted, from)
  }

  /** When the next blank line comes. */
  blank(): Promise<void> {
    if (this.#response.closed) return Promise.reject(new Failure('waited for a blank line'))
    return new Promise((heard, gone) => this.#alive.push({ heard, gone }))
  }

  /** Sends bytes as they are; an object as one line. */
  send(said: object | string | Buffer): void {
    this.#request.write(
      typeof said === 'string' || said instanceof Buffer ? said : `${JSON.stringify(said)}\n`,
    )
  }

  /** Sends a request and waits for its response. */
  ask(method: string, params?: unknown, id: string | number = ++ids): Promise<RpcLine> {
    this.expects(id, method)
    const from = this.lines.length
    this.send({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) })
    return this.line({ id }, from)
  }

  /** A request goes out that is sent by hand. */
  expects(id: string | number, method: string): void {
    this.#judge.asked(id, method)
  }

  /** Nothing more is sent. */
  end(): void {
    this.#request.end()
  }

  /** Nothing more is read, and nothing is said of it. */
  stall(): void {
    this.#response.pause()
  }

  readOn(): void {
    this.#response.resume()
  }

  /** Gone without a word. */
  close(): void {
    this.#rest = []
    this.#request.destroy()
  }

  #take(bytes: Buffer): void {
    let from = 0
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
      this.#read(this.#line([bytes.subarray(from, end)]))
      from = end + 1
    }
    if (from < bytes.length) this.#rest.push(bytes.subarray(from))
  }

  #line(last: Buffer[]): string {
    return Buffer.concat([...this.#rest.splice(0), ...last]).toString()
  }

  #read(text: string): void {
    if (text === '') {
      this.blanks += 1
      for (const { heard } of this.#alive.splice(0)) heard()
      return
    }
    this.texts.push(text)
    let line: unknown
    try {
      line = JSON.parse(text)
    } catch {
      this.#blame(`a line is not JSON: ${show(text)}`)
      return
    }
    const fault = this.#judge.fault(line)
    if (fault !== undefined) this.#blame(`${fault}: ${show(line)}`)
    if (typeof line === 'object' && line !== null) this.#inbox.take(line as RpcLine)
  }
}
