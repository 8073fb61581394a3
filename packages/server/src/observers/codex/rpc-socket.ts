import type { Json, JsonObject } from '@signalbox/protocol'
import { type RawData, WebSocket } from 'ws'
import { objectIn, textIn } from '../../ingest/codex-fields.js'
import type { AppServerMessage } from '../../ingest/codex-thread.js'

export type RpcOutcome = { ok: true; result: JsonObject } | { ok: false; message: string }

interface Pending {
  settle: (outcome: RpcOutcome) => void
  timer: NodeJS.Timeout
}

const HANDSHAKE_MS = 5_000
const ANSWER_MS = 10_000
/** A message holds the whole output of a command. */
const MAX_MESSAGE = 64 * 1024 * 1024

/** JSON-RPC with an app-server over its unix socket: one message a frame, without the field `jsonrpc`. */
export class RpcSocket {
  readonly #ws: WebSocket
  readonly #pending = new Map<number, Pending>()
  #nextId = 1
  onMessage: (message: AppServerMessage) => void = () => undefined
  onClose: () => void = () => undefined

  private constructor(ws: WebSocket) {
    this.#ws = ws
    ws.on('message', (data) => this.#take(data))
    ws.on('error', () => undefined)
    ws.on('close', () => {
      for (const { settle } of [...this.#pending.values()])
        settle({ ok: false, message: 'the connection is gone' })
      this.onClose()
    })
  }

  /** Connects to the socket at a real path; rejects when nobody listens there. No Origin is sent: one is refused. */
  static open(path: string): Promise<RpcSocket> {
    const options = { perMessageDeflate: false, handshakeTimeout: HANDSHAKE_MS, maxPayload: MAX_MESSAGE }
    const ws = new WebSocket(`ws+unix://${path}:/`, options)
    return new Promise((resolve, reject) => {
      ws.once('error', reject)
      ws.once('open', () => {
        ws.off('error', reject)
        resolve(new RpcSocket(ws))
      })
    })
  }

  get closed(): boolean {
    return this.#ws.readyState !== WebSocket.OPEN
  }

  /** Never rejects: what is refused, and what is not answered in time, has a message. */
  request(method: string, params: JsonObject): Promise<RpcOutcome> {
    const id = this.#nextId++
    return new Promise((resolve) => {
      const settle = (outcome: RpcOutcome): void => {
        clearTimeout(timer)
        this.#pending.delete(id)
        resolve(outcome)
      }
      const timer = setTimeout(() => settle({ ok: false, message: `no answer to ${method}` }), ANSWER_MS)
      this.#pending.set(id, { settle, timer })
      if (!this.#send({ method, id, params })) settle({ ok: false, message: 'the connection is gone' })
    })
  }

  notify(method: string): void {
    this.#send({ method })
  }

  /** Answers a request of the server; false when it cannot be told any more. */
  reply(id: string | number, result: JsonObject): boolean {
    return this.#send({ id, result })
  }

  close(): void {
    this.#ws.terminate()
  }

  #send(message: JsonObject): boolean {
    if (this.closed) return false
    this.#ws.send(JSON.stringify(message))
    return true
  }

  #take(data: RawData): void {
    const message = parse(String(data))
    if (!message) return
    const { id } = message
    const method = textIn(message, 'method')
    if (method !== undefined) {
      const params = objectIn(message.params) ?? {}
      const asks = typeof id === 'number' || typeof id === 'string'
      this.onMessage(asks ? { method, id, params } : { method, params })
      return
    }
    const pending = typeof id === 'number' ? this.#pending.get(id) : undefined
    const error = objectIn(message.error)
    if (error) pending?.settle({ ok: false, message: textIn(error, 'message') ?? 'refused' })
    else pending?.settle({ ok: true, result: objectIn(message.result) ?? {} })
  }
}

function parse(text: string): JsonObject | undefined {
  try {
    return objectIn(JSON.parse(text) as Json)
  } catch {
    return undefined
  }
}
