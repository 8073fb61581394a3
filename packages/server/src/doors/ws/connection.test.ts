import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { Hub } from '../../hub/hub.js'
import { OWNER } from '../../identity.js'
import { Connection, HEARTBEAT_MS } from './connection.js'
import type { GatewayDeps } from './gateway-door.js'

/** A connection with its clock and its socket in the hand of the test. */
function connection() {
  const clock = { now: 0 }
  const hub = new Hub({ now: () => clock.now })
  onTestFinished(() => hub.close())
  const ws = Object.assign(new EventEmitter(), { close: vi.fn(), terminate: vi.fn(), ping: vi.fn() })
  const deps = { hub, now: () => clock.now, newId: () => 'client', dev: false } as unknown as GatewayDeps
  const socket = new PassThrough().resume()
  const request = { socket: { remoteAddress: '127.0.0.1' } } as IncomingMessage
  const made = new Connection(deps, ws as unknown as WebSocket, socket, request, 'snake')
  const beat = (now: number) => {
    clock.now = now
    made.beat(Buffer.from('x'), now)
  }
  return { made, ws, beat }
}

describe('a heartbeat', () => {
  it('closes who has not signed in by then, and nobody who has', () => {
    const stranger = connection()
    stranger.beat(HEARTBEAT_MS)
    expect(stranger.ws.close).toHaveBeenCalledWith(4401, expect.any(String))
    const known = connection()
    known.made.admit(OWNER, 1)
    known.beat(HEARTBEAT_MS)
    expect(known.ws.close).not.toHaveBeenCalled()
    expect(known.ws.ping).toHaveBeenCalled()
  })

  it('cuts off who answered none of the last two, and nobody who did', () => {
    const silent = connection()
    silent.made.admit(OWNER, 1)
    for (const now of [30_000, 60_000]) silent.beat(now)
    expect(silent.ws.terminate).not.toHaveBeenCalled()
    silent.beat(90_000)
    expect(silent.ws.terminate).toHaveBeenCalled()
    const alive = connection()
    alive.made.admit(OWNER, 1)
    for (const now of [30_000, 60_000, 90_000, 120_000]) {
      alive.beat(now)
      alive.ws.emit('pong')
    }
    expect(alive.ws.terminate).not.toHaveBeenCalled()
  })
})
