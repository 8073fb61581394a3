import { describe, expect, it } from 'vitest'
import { ERRORS, errorFrame, problem, SignalboxError } from './errors.js'

describe('the error table', () => {
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
