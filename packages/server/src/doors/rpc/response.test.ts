import { ERRORS, type ErrorKind, SignalboxError, validate } from '@signalbox/protocol'
import { RPC_MESSAGES } from '@signalbox/protocol/rpc'
import { describe, expect, it } from 'vitest'
import { errorText, failureOf, resultText } from './response.js'

describe('an answer', () => {
  it('is one line under the id as it was written', () => {
    const text = resultText('12345678901234567890', { state: 'running', note: 'a\nb\u2028c\u0085' })
    expect(text).toBe(
      '{"jsonrpc":"2.0","id":12345678901234567890,"result":{"state":"running","note":"a\\nb\\u2028c\\u0085"}}',
    )
    expect(JSON.parse(text).result.note).toBe('a\nb\u2028c\u0085')
  })

  it.each(Object.keys(ERRORS) as ErrorKind[])('of kind %s is an error as the contract has it', (kind) => {
    const said = JSON.parse(errorText('"a"', new SignalboxError(kind)))
    expect(validate(RPC_MESSAGES.error.schema, said)).toBeUndefined()
    expect(said).toEqual({
      jsonrpc: '2.0',
      id: 'a',
      error: { code: ERRORS[kind].rpc, message: ERRORS[kind].title },
    })
  })

  it('names the field at fault, with the reason, and what else is known', () => {
    const error = new SignalboxError('invalidMessage', 'turn_id is required', { field: 'turn_id' })
    expect(JSON.parse(errorText('1', error)).error).toEqual({
      code: -32602,
      message: 'turn_id is required',
      data: { field: 'turn_id', reason: 'turn_id is required' },
    })
    const resolved = new SignalboxError('requestResolved', 'Ada was first', { details: { by: 'ada' } })
    expect(JSON.parse(errorText(undefined, resolved))).toMatchObject({
      id: null,
      error: { code: -32003, data: { by: 'ada' } },
    })
  })

  it('hides what nobody foresaw, and reports it', () => {
    const faults: unknown[] = []
    const fault = new Error('secret in /etc/passwd')
    const failure = failureOf(fault, (error) => void faults.push(error))
    expect(JSON.parse(errorText('1', failure)).error).toEqual({
      code: -32603,
      message: 'Something went wrong in the gateway; its log says what.',
    })
    expect(faults).toEqual([fault])
  })
})
