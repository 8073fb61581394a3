import { randomBytes } from 'node:crypto'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { SignalboxError, uuidv7Maker } from '@signalbox/protocol'
import type { FastifyInstance } from 'fastify'
import { DEVELOPER, OWNER } from '../identity.js'
import type { LogHealth, RecordEntry, Records } from '../log/log.js'
import type { AccessEntry } from '../telemetry/access-log.js'
import { Metrics } from '../telemetry/metrics.js'
import { createApp } from './app.js'
import { Authenticator } from './auth.js'
import { Devices } from './devices.js'
import { FailureLimiter } from './failure-limiter.js'
import { Guards } from './guards.js'
import type { ServerFailure } from './observer.js'
import { PairingCodes } from './pairing-codes.js'
import { StaticFiles } from './static.js'

/** Records without a log, for tests of what stands on them. */
export class MemoryRecords implements Records {
  readonly #entries = new Map<string, RecordEntry>()
  /** Thrown by the next writes, as by a full disk. */
  failure: Error | undefined

  async put(entry: Omit<RecordEntry, 'revision'> & { revision?: number }): Promise<RecordEntry> {
    if (this.failure) throw this.failure
    const key = `${entry.kind} ${entry.tenantId} ${entry.id}`
    const current = this.#entries.get(key)?.revision ?? 0
    if (entry.revision !== undefined && entry.revision !== current) throw new SignalboxError('conflict')
    const stored = { ...entry, revision: current + 1 }
    this.#entries.set(key, stored)
    return stored
  }

  async remove(kind: string, tenantId: string, id: string): Promise<boolean> {
    if (this.failure) throw this.failure
    return this.#entries.delete(`${kind} ${tenantId} ${id}`)
  }

  async list(kind: string, tenantId: string): Promise<RecordEntry[]> {
    return [...this.#entries.values()].filter((entry) => entry.kind === kind && entry.tenantId === tenantId)
  }
}

export const TEST_TOKEN = 'the-token-of-the-tests'
export const TEST_HOOK_TOKEN = 'the-token-of-the-hooks'

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
  json: () => Record<string, unknown>
}

export interface Ask {
  method?: string
  headers?: Record<string, string>
  /** Sent as JSON unless it is text. */
  body?: unknown
  /** False: without the token. */
  token?: string | false
}

export interface TestGatewayOptions {
  dev?: boolean
  webDir?: string
  records?: MemoryRecords
  /** Adds routes before it listens. */
  routes?: (app: FastifyInstance) => void
}

/** A gateway's HTTP side on a real socket, with a clock that moves only when told. */
export async function startTestGateway(options: TestGatewayOptions = {}) {
  const { dev = false, records = new MemoryRecords() } = options
  const time = { now: 1_700_000_000_000, clock: 0 }
  const now = () => time.now
  const entries: AccessEntry[] = []
  const faults: unknown[] = []
  const refusals: ServerFailure[] = []
  const health: { log: LogHealth } = { log: { state: 'ok', check: 'not_needed' } }
  const newId = uuidv7Maker(now, (bytes) => bytes.set(randomBytes(bytes.length)))
  const guards = new Guards({ host: '127.0.0.1', port: 0, allowedHosts: [] })
  const devices = await Devices.load({ records, owner: dev ? DEVELOPER : OWNER, now, newId, randomBytes })
  const failures = new FailureLimiter(now)
  const authenticator = new Authenticator({
    ...{ token: TEST_TOKEN, hookToken: TEST_HOOK_TOKEN },
    ...{ dev, guards, devices, failures },
  })
  const metrics = new Metrics()
  const app = createApp({
    guards,
    authenticator,
    devices,
    pairingCodes: new PairingCodes({ now, randomBytes, failures: new FailureLimiter(now) }),
    log: { health: () => health.log },
    metrics,
    accessLog: { write: (entry) => void entries.push(entry), dropped: 0 },
    staticFiles: new StaticFiles(options.webDir ?? '/nonexistent'),
    now,
    clock: () => time.clock,
    onFailure: (failure) => void refusals.push(failure),
    report: (error) => void faults.push(error),
  })
  options.routes?.(app)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return {
    ...{
      app,
      port,
      origin: `http://127.0.0.1:${port}`,
      time,
      entries,
      faults,
      refusals,
      health,
      devices,
      authenticator,
      guards,
      records,
    },
    ask: (path: string, ask?: Ask) => sendRequest(port, path, ask),
    close: () => app.close(),
  }
}

/** One request over a connection of its own; unlike fetch it sends any Host and Origin. */
export function sendRequest(port: number, path: string, ask: Ask = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, body, token = TEST_TOKEN } = ask
  const payload = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      ...{ host: '127.0.0.1', port, path, method, agent: false },
      headers: {
        ...(token === false ? {} : { authorization: `Bearer ${token}` }),
        ...(payload === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
        ...headers,
      },
    })
    request.on('error', reject)
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          json: () => JSON.parse(text),
        })
      })
    })
    request.end(payload)
  })
}

/** Sends bytes as they are and gives back all that is answered until the connection closes. */
export function sendBytes(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk.toString()
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
  })
}
