import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { type Gateway, type Overrides, resolveConfig, startGateway } from '@signalbox/server'
import { onTestFinished } from 'vitest'
import { type ClientOptions, WebSocket } from 'ws'
import { tempDir } from './log/testing.js'

export interface TestGateway extends Gateway {
  dataDir: string
  token: string
  wsUrl: string
}

/** A real gateway, as it is shipped, on a free loopback port and a fresh directory, stopped with the test. */
export async function testGateway(
  options: {
    dev?: boolean
    strict?: boolean
    dataDir?: string
    overrides?: Overrides
    /** What config.json says. */
    settings?: object
    cleanUp?: (stop: () => Promise<void>) => void
  } = {},
): Promise<TestGateway> {
  const dataDir = options.dataDir ?? tempDir()
  const config = resolveConfig({
    flags: { port: '0', dataDir, dev: options.dev, strict: options.strict },
    env: {},
    homeDir: dataDir,
    readFile: () => options.settings && JSON.stringify(options.settings),
  })
  const gateway = await startGateway(config, options.overrides)
  const cleanUp = options.cleanUp ?? onTestFinished
  cleanUp(() => gateway.close('test'))
  const token = options.dev ? '' : readFileSync(join(dataDir, 'token'), 'utf8').trim()
  return { ...gateway, dataDir, token, wsUrl: `${gateway.url.replace('http', 'ws')}/ws` }
}

export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  json: Record<string, unknown>
}

/** One HTTP request; every header exactly as given (fetch would not let Host and Origin through). */
export function send(
  gateway: { url: string; token: string },
  method: string,
  path: string,
  options: { body?: unknown; headers?: Record<string, string>; anonymous?: boolean } = {},
): Promise<Answer> {
  const { body } = options
  const text =
    body === undefined
      ? undefined
      : typeof body === 'string' || body instanceof Buffer
        ? body
        : JSON.stringify(body)
  const headers: Record<string, string> = {
    ...(options.anonymous ? {} : { authorization: `Bearer ${gateway.token}` }),
    ...(text === undefined ? {} : { 'content-type': 'application/json' }),
    ...options.headers,
  }
  return new Promise((resolve, reject) => {
    const call = request(`${gateway.url}${path}`, { method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const answer = Buffer.concat(chunks).toString()
        const isJson = /^application\/([\w.-]+\+)?json\b/.test(String(response.headers['content-type']))
        const json = isJson && answer !== '' ? JSON.parse(answer) : {}
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text: answer, json })
      })
    })
    call.on('error', reject)
    call.end(text)
  })
}

export function postNotify(
  gateway: TestGateway,
  sessionId: string,
  payload: object,
  more: object = {},
): Promise<Answer> {
  return send(gateway, 'POST', `/api/sessions/${encodeURIComponent(sessionId)}/notify`, {
    body: { session_id: sessionId, payload, ...more },
  })
}

export type Frame = { type: string } & Record<string, unknown>

/** A plain WebSocket client that keeps what it hears. */
export class TestClient {
  readonly frames: Frame[] = []
  readonly ws: WebSocket
  readonly closed: Promise<{ code: number; reason: string }>
  #waiting: { wanted: (frame: Frame) => boolean; found: (frame: Frame) => void }[] = []
  #read = 0

  constructor(url: string, options: ClientOptions = {}) {
    this.ws = new WebSocket(url, options)
    this.closed = new Promise((resolve) =>
      this.ws.on('close', (code, reason) => resolve({ code, reason: reason.toString() })),
    )
    this.ws.on('message', (data) => this.#take(JSON.parse(String(data))))
    this.ws.on('error', () => {})
    onTestFinished(() => this.ws.terminate())
  }

  /** Connected and signed in. */
  static async open(gateway: TestGateway, query = ''): Promise<TestClient> {
    const client = new TestClient(`${gateway.wsUrl}${query}`)
    await client.next('connected')
    if (gateway.token) client.send({ type: 'authenticate', token: gateway.token })
    await client.next('authenticated')
    return client
  }

  send(message: unknown): void {
    this.ws.send(typeof message === 'string' || message instanceof Buffer ? message : JSON.stringify(message))
  }

  /** The next frame of a type that was not asked for before; waits for it. */
  next(wanted: string | ((frame: Frame) => boolean)): Promise<Frame> {
    const fits = typeof wanted === 'string' ? (frame: Frame) => frame.type === wanted : wanted
    const index = this.frames.findIndex((frame, at) => at >= this.#read && fits(frame))
    const known = this.frames[index]
    if (known) {
      this.#read = index + 1
      return Promise.resolve(known)
    }
    return new Promise((found) => this.#waiting.push({ wanted: fits, found }))
  }

  /** Sends a request and waits for what carries its ref. */
  async ask(message: object): Promise<Frame> {
    const ref = `ref-${this.frames.length}-${Math.random()}`
    const answer = this.next((frame) => frame.ref === ref)
    this.send({ ...message, ref })
    return answer
  }

  /** Everything between a join and its end. */
  async join(message: object): Promise<Frame[]> {
    const from = this.frames.length
    this.send({ type: 'join_session', ...message })
    await this.next('replay_complete')
    return this.frames.slice(from)
  }

  #take(frame: Frame): void {
    this.frames.push(frame)
    const index = this.#waiting.findIndex(({ wanted }) => wanted(frame))
    if (index < 0) return
    this.#read = this.frames.length
    this.#waiting.splice(index, 1)[0]?.found(frame)
  }
}
