import { once } from 'node:events'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { type GatewayState, type JsonObject, uuidv7Maker } from '@signalbox/protocol'
import { onTestFinished } from 'vitest'
import { RpcDialect } from '../../dialects/rpc.js'
import { startTestGateway } from '../../http/testing.js'
import { Hub, type HubOptions } from '../../hub/hub.js'
import type { Log } from '../../log/log.js'
import type { LogOptions } from '../../log/open-log.js'
import { draft, ingest, tempLog } from '../../log/testing.js'
import { openRequest } from '../rest/testing.js'
import { OpenStreams } from '../sse/open-streams.js'
import { announcing } from './announcing.js'
import type { Methods } from './methods/rpc-methods.js'
import { addRpcDoor } from './rpc-door.js'

export interface RpcDoorsOptions {
  /** What the methods do; the name and params of a call, if not given. */
  call?: Methods['call']
  pingMs?: number
  hub?: HubOptions
  /** A log that is there already, or how to open one. */
  log?: Log | Partial<LogOptions>
  pause?: () => GatewayState
}

/** The JSON-RPC door on a real socket in front of a real log and hub; all gone with the test. */
export async function openRpcDoors(options: RpcDoorsOptions = {}) {
  const { log = {} } = options
  return 'epoch' in log ? openDoors(log, options) : openDoors((await tempLog(log)).log, options)
}

async function openDoors(log: Log, options: RpcDoorsOptions) {
  const hub = new Hub(options.hub)
  const dialect = new RpcDialect(log.epoch)
  hub.follow(dialect)
  log.onPublish((events) => hub.publish(events))
  let ids = 0
  const newId = uuidv7Maker(Date.now, (bytes) => bytes.fill(++ids))
  const report = (error: unknown) => void gateway.faults.push(error)
  const pings = options.pingMs === undefined ? {} : { pingMs: options.pingMs }
  const streams = new OpenStreams({ hub, now: Date.now, newId, report, ...pings })
  const current: { thread?: string } = {}
  const echo: Methods['call'] = async (name, params) => ({ name, params: (params ?? null) as JsonObject })
  const gateway = await startTestGateway({
    routes: (app) =>
      addRpcDoor(app, {
        ...{ log, hub, dialect, streams, newId, report, now: Date.now },
        methods: { call: options.call ?? echo },
        currentThread: () => current.thread,
        pause: options.pause ?? (() => ({ state: 'running' })),
      }),
  })
  onTestFinished(async () => {
    streams.close()
    hub.close()
    gateway.app.server.closeAllConnections()
    await gateway.close()
  })
  const { port } = gateway
  return {
    ...{ ...gateway, log, hub, dialect, streams, current },
    announce: announcing({ log, hub, dialect }),
    /** Reads the stream. */
    listen: (query = '', headers: Record<string, string> = {}) =>
      LineReader.open(openRequest(port, { path: `/rpc/stream${query}`, headers }).end()),
    /** Reads and writes the stream; `request` of what it answers is the way to write. */
    converse: (query = '', headers: Record<string, string> = {}) => {
      const request = openRequest(port, { method: 'POST', path: `/rpc/stream${query}`, headers })
      request.flushHeaders()
      return LineReader.open(request)
    },
    /** A thread by this name, made if it is new. */
    thread: async (name: string) => (await log.commit(ingest(name, []))).sessionId,
    /** One whole turn in a thread, of so many messages. */
    turn: (name: string, turn: string, messages = 1) =>
      log.commit(
        ingest(name, [
          draft('turn_started', {}, { nativeTurnId: turn }),
          ...Array.from({ length: messages }, (_, n) =>
            draft('message_complete', { text: `${turn} ${n}` }, { nativeTurnId: turn }),
          ),
          draft('turn_complete', { stopReason: 'end_turn' }, { nativeTurnId: turn }),
        ]),
      ),
  }
}

export type RpcDoors = Awaited<ReturnType<typeof openRpcDoors>>

/** A line of a stream, as a program reads it. */
export interface Line {
  id?: string | number | null
  method?: string
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into lines of every kind
  params?: any
  // biome-ignore lint/suspicious/noExplicitAny: as above
  result?: any
  error?: { code: number; message: string; data?: unknown }
}

/** A client of a stream that waits for what comes next. */
export class LineReader {
  readonly request: ClientRequest
  readonly response: IncomingMessage
  /** How many blank lines came. */
  blanks = 0
  readonly #lines: AsyncIterator<Line>

  constructor(request: ClientRequest, response: IncomingMessage) {
    this.request = request
    this.response = response
    this.#lines = this.#read()
  }

  /** Waits for the head of the answer. */
  static async open(request: ClientRequest): Promise<LineReader> {
    request.on('error', () => undefined)
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    response.on('error', () => undefined)
    onTestFinished(() => void response.destroy())
    return new LineReader(request, response)
  }

  /** The next line that is not blank; undefined when the stream has ended. */
  async next(): Promise<Line | undefined> {
    const { value, done } = await this.#lines.next()
    return done ? undefined : value
  }

  /** The lines up to and with the first that fits. */
  async until(fits: (line: Line) => boolean): Promise<Line[]> {
    const lines: Line[] = []
    for (let line = await this.next(); line; line = await this.next()) {
      lines.push(line)
      if (fits(line)) return lines
    }
    throw new Error(`the stream ended after ${JSON.stringify(lines.at(-1))}`)
  }

  /** All lines that still come. */
  async rest(): Promise<Line[]> {
    const lines: Line[] = []
    for (let line = await this.next(); line; line = await this.next()) lines.push(line)
    return lines
  }

  /** Writes a request and waits for its answer, and what came before it. */
  async call(id: string | number, method: string, params?: object): Promise<Line[]> {
    this.say({ jsonrpc: '2.0', id, method, params })
    return this.until((line) => line.id === id)
  }

  say(request: object): void {
    this.request.write(`${JSON.stringify(request)}\n`)
  }

  /** Goes away without a word. */
  vanish(): void {
    this.request.destroy()
  }

  async *#read(): AsyncGenerator<Line> {
    let text = ''
    this.response.setEncoding('utf8')
    for await (const chunk of this.response) {
      text += String(chunk)
      const lines = text.split('\n')
      text = lines.pop() ?? ''
      for (const line of lines) {
        if (line === '') this.blanks += 1
        else yield JSON.parse(line) as Line
      }
    }
    if (text !== '') throw new Error(`the stream ended within a line: ${text.slice(0, 100)}`)
  }
}

/** What of a line says where it stands. */
export function placed({ method, params }: Line): string {
  return `${method} ${params?.thread_id} ${params?.seq}`
}
