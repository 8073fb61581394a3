import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import type { AnyFrame } from '../frame.js'
import type { Snapshot } from '../subscription.js'

/** A snapshot with what a test does not care about filled in. */
export function snapshotOf(sessionId: string, more: Partial<Snapshot> = {}): Snapshot {
  return {
    type: 'state_snapshot',
    sessionId,
    session: {
      id: sessionId,
      tenantId: 'local',
      name: null,
      agentType: 'codex',
      status: 'ready',
      archived: false,
      createdAt: 0,
      updatedAt: 0,
      lastActivityAt: null,
      origin: 'observed',
      cwd: null,
      aliases: [],
    },
    currentTurn: null,
    recentHistory: [],
    subscriberCount: 1,
    sandbox: null,
    lastSeq: 0,
    epoch: 'e1',
    pendingRequests: [],
    attention: [],
    watch: null,
    plan: null,
    usage: {
      total: { inputTokens: null, outputTokens: null, cachedTokens: null, costMicroDollars: null },
      turns: [],
      context: null,
    },
    mode: 'implement',
    autonomyProfile: 'ask_every_time',
    settings: {},
    ...more,
  }
}

export interface FakeConnection {
  send(frame: object): void
  /** The next message the client sends, in order; every message can be taken once. */
  next(): Promise<AnyFrame>
  /** How many there were. */
  readonly received: number
  cut(code?: number): void
}

/** A WebSocket server that does only what the test tells it. It greets; signing in is up to the test. */
export async function fakeGateway() {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const connections = queue<FakeConnection>()
  server.on('connection', (socket: WebSocket) => connections.push(connectionOf(socket)))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    connection: () => connections.next(),
    /** A connection that got as far as being signed in. */
    async signedIn() {
      const connection = await connections.next()
      await connection.next()
      connection.send({
        type: 'authenticated',
        identity: { userId: 'owner', email: null, tenantId: 'local' },
        protocolVersion: 2,
      })
      return connection
    },
    async close() {
      for (const socket of server.clients) socket.terminate()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function connectionOf(socket: WebSocket): FakeConnection {
  const messages = queue<AnyFrame>()
  let received = 0
  socket.on('message', (data) => {
    received += 1
    messages.push(JSON.parse(String(data)))
  })
  const send = (frame: object) => socket.send(JSON.stringify(frame))
  send({ type: 'welcome', protocolVersion: 2, requiresAuth: true })
  send({ type: 'connected', clientId: 'c', heartbeatIntervalMs: 30_000, ts: 0 })
  return {
    send,
    next: () => messages.next(),
    get received() {
      return received
    },
    cut: (code) => (code === undefined ? socket.terminate() : socket.close(code)),
  }
}

function queue<T>() {
  const items: T[] = []
  const takers: ((item: T) => void)[] = []
  return {
    push(item: T) {
      const taker = takers.shift()
      if (taker) taker(item)
      else items.push(item)
    },
    next(): Promise<T> {
      const item = items.shift()
      return item === undefined ? new Promise((resolve) => takers.push(resolve)) : Promise.resolve(item)
    },
  }
}
