import { describe, expect, it } from 'vitest'
import { ERRORS, errorFrame, problem, SignalboxError } from './errors.js'

/** Every code of the gateway, and the JSON-RPC code its failures have. */
const CODES: Record<string, number[]> = {
  INVALID_JSON: [-32700],
  INVALID_MESSAGE: [-32600, -32601, -32602],
  MESSAGE_TOO_LARGE: [-32600],
  RATE_LIMITED: [-32001],
  AUTH_RATE_LIMITED: [-32001],
  NOT_AUTHENTICATED: [-32007],
  AUTH_FAILED: [-32007],
  ProtocolVersionMismatch: [-32600],
  SessionNotFound: [-32002],
  Unauthorized: [-32007],
  InvalidTransition: [-32603],
  TurnInProgress: [-32603],
  NoActiveTurn: [-32602],
  RequestNotFound: [-32002],
  RequestAlreadyResolved: [-32003],
  PathNotAllowed: [-32602],
  FileNotFound: [-32002],
  FileTooLarge: [-32602],
  AgentUnavailable: [-32603],
  NotFound: [-32002],
  Conflict: [-32603],
  Paused: [-32603],
  NotImplemented: [-32601],
  InternalError: [-32603],
}

describe('the error table', () => {
  it('has every code there is, and no other', () => {
    const told: Record<string, Set<number>> = {}
    for (const { ws, rpc } of Object.values(ERRORS)) {
      const codes = told[ws] ?? new Set()
      told[ws] = codes.add(rpc)
    }
    const sorted = Object.entries(told).map(([code, rpc]) => [code, [...rpc].sort((a, b) => b - a)])
    expect(Object.fromEntries(sorted)).toEqual(CODES)
  })

  it('gives every failure a form on every wire', () => {
    for (const form of Object.values(ERRORS)) {
      expect(form.status).toBeGreaterThanOrEqual(400)
      expect(form.status).toBeLessThan(600)
      expect(form.http).toMatch(/^[a-z_]+$/)
      expect(form.ws).toMatch(/^([A-Z][A-Za-z]+|[A-Z_]+)$/)
      expect(form.rpc).toBeLessThanOrEqual(-32000)
    }
  })

  it('says the same on HTTP and WebSocket, with the field and the details', () => {
    const error = new SignalboxError('conflict', 'used twice', { field: 'event_id', details: { at: 1 } })
    expect(problem(error)).toEqual({
      type: 'urn:signalbox:error:conflict',
      title: 'Conflict',
      status: 409,
      detail: 'used twice',
      code: 'conflict',
      message: 'used twice',
      error: 'used twice',
      field: 'event_id',
      at: 1,
    })
    expect(errorFrame(error, 7)).toEqual({
      type: 'error',
      code: 'Conflict',
      message: 'used twice',
      field: 'event_id',
      ref: 7,
      at: 1,
    })
  })
})
