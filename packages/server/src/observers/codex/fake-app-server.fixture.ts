import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { JsonObject } from '@signalbox/protocol'
import { onTestFinished } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'

type Heard = { method?: string; id?: number | string; params?: JsonObject; result?: JsonObject }

/** An app-server of one's own at the control socket of a Codex home, and a terminal that is connected to it. */
export class FakeAppServer {
  readonly heard: Heard[] = []
  /** What requests are answered with, by method; a text is an error. */
  readonly answers: Record<string, (params: JsonObject) => JsonObject | string> = {
    initialize: () => ({ userAgent: 'fake' }),
    'thread/loaded/list': () => ({ data: [], nextCursor: null }),
    'thread/read': ({ threadId }) => ({ thread: thread(String(threadId)) }),
    'thread/resume': ({ threadId }) => ({ thread: thread(String(threadId)) }),
    'thread/turns/list': () => ({ data: [] }),
    'thread/unsubscribe': () => ({ status: 'unsubscribed' }),
  }
  readonly #clients = new Set<WebSocket>()
  readonly #waiting = new Set<() => void>()
  readonly #stop: () => Promise<void>

  private constructor(server: WebSocketServer, stop: () => Promise<void>) {
    this.#stop = stop
    server.on('connection', (socket, request) => {
      if (request.headers.origin !== undefined) socket.close(1008)
      if (request.headers['x-terminal'] !== undefined) return
      this.#clients.add(socket)
      socket.on('close', () => this.#clients.delete(socket))
      socket.on('message', (data) => this.#take(socket, JSON.parse(String(data)) as Heard))
    })
  }

  static async start(home: string, { terminal = true } = {}): Promise<FakeAppServer> {
    const dir = join(home, 'app-server-control')
    mkdirSync(dir, { recursive: true })
    const path = join(dir, 'app-server-control.sock')
    const http = createServer()
    const sockets = new WebSocketServer({ server: http })
    http.listen(path)
    await once(http, 'listening')
    let stopped = false
    const stop = async () => {
      if (stopped) return
      stopped = true
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
      http.close()
      await once(http, 'close')
    }
    onTestFinished(stop)
    const fake = new FakeAppServer(sockets, stop)
    if (terminal) await FakeAppServer.terminal(home)
    return fake
  }

  /** Somebody opens Codex in a terminal. */
  static async terminal(home: string): Promise<WebSocket> {
    const path = join(home, 'app-server-control', 'app-server-control.sock')
    const socket = new WebSocket(`ws+unix://${path}:/`, { headers: { 'x-terminal': '1' } })
    socket.on('error', () => undefined)
    onTestFinished(() => socket.terminate())
    await once(socket, 'open')
    return socket
  }

  stop(): Promise<void> {
    return this.#stop()
  }

  /** Says something to everybody who watches. */
  say(method: string, params: JsonObject, id?: number): void {
    const text = JSON.stringify(id === undefined ? { method, params } : { method, id, params })
    for (const client of this.#clients) client.send(text)
  }

  /** The first thing heard that fits, from now or before. */
  async hears(fits: (heard: Heard) => boolean): Promise<Heard> {
    for (;;) {
      const found = this.heard.find(fits)
      if (found) return found
      await new Promise<void>((resolve) => void this.#waiting.add(resolve))
    }
  }

  called(method: string, times = 1): Promise<Heard> {
    return this.hears(() => this.heard.filter((one) => one.method === method).length >= times)
  }

  #take(socket: WebSocket, heard: Heard): void {
    this.heard.push(heard)
    const { method, id, params = {} } = heard
    if (method !== undefined && id !== undefined) {
      const answer = this.answers[method]?.(params) ?? `unknown method ${method}`
      const said =
        typeof answer === 'string' ? { error: { code: -32600, message: answer } } : { result: answer }
      socket.send(JSON.stringify({ id, ...said }))
    }
    for (const wake of this.#waiting) wake()
    this.#waiting.clear()
  }
}

/** A thread as the app-server describes it. */
export function thread(id: string, more: JsonObject = {}): JsonObject {
  return { id, cwd: '/home/dev/shop', ephemeral: false, status: { type: 'idle' }, name: null, ...more }
}
