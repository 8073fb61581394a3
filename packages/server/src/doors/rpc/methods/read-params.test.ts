import { SignalboxError } from '@signalbox/protocol'
import { METHOD_PATTERN, RPC_METHODS, type RpcMethodName, rpcMethodOf } from '@signalbox/protocol/rpc'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readParams } from './read-params.js'

const NAMES = Object.keys(RPC_METHODS) as RpcMethodName[]
const input = [{ content: [{ text: 'Hello' }] }]

function refusal(name: RpcMethodName, params: unknown): [field: string | undefined, reason: string] {
  try {
    readParams(name, params)
  } catch (error) {
    if (error instanceof SignalboxError) return [error.field, error.message]
    throw error
  }
  throw new Error('they were taken')
}

describe('readParams', () => {
  it.each(NAMES)('takes the example of %s', (name) => {
    expect(name).toMatch(new RegExp(METHOD_PATTERN))
    const { params } = rpcMethodOf(name).example
    expect(readParams(name, params)).toEqual(params)
  })

  it.each([undefined, null, [], {}, { thread_id: null }])('%j are none', (params) => {
    expect(readParams('thread/start', params)).toEqual({})
  })

  it.each([
    ['thread/list', 'text', 'params', 'params must be an object'],
    ['thread/read', ['thread_1'], 'params', 'params must be an object'],
    ['thread/read', {}, 'thread_id', 'thread_id is required'],
    ['thread/read', { thread_id: ' ' }, 'thread_id', 'thread_id is required'],
    ['thread/read', { thread_id: 7 }, 'thread_id', 'thread_id must be a string'],
    ['turn/start', {}, 'input', 'input is required'],
    ['turn/start', { thread_id: 7, input: [] }, 'input', 'input is required'],
    ['turn/start', { input }, 'thread_id', 'thread_id is required'],
    ['turn/steer', { input: [] }, 'turn_id', 'turn_id is required'],
    ['turn/steer', { turn_id: 'turn_1' }, 'input', 'input is required'],
    ['turn/interrupt', undefined, 'turn_id', 'turn_id is required'],
    ['turn/interrupt', { turn_id: 'turn_1', reason: 1 }, 'reason', 'reason must be a string'],
    ['holon/logStream', { max_lines: 0 }, 'max_lines', 'max_lines must be between 1 and 10000'],
    ['holon/logStream', { max_lines: 10001 }, 'max_lines', 'max_lines must be between 1 and 10000'],
    ['holon/logStream', { from_position: -1 }, 'from_position', 'from_position must be at least 0'],
    ['request/respond', { approved: true }, 'request_id', 'request_id is required'],
  ] as const)('%s %j', (name, params, field, reason) => {
    expect(refusal(name, params)).toEqual([field, reason])
  })

  it.each(['text', [1], { a: 1 }, 7])('%j is nothing to a method that takes none', (params) => {
    expect(readParams('holon/status', params)).toEqual({})
  })

  it('says what was left out of a message, and keeps its text', () => {
    expect(readParams('turn/start', { thread_id: 't', input: [{ content: [{ text: ' a ' }] }] })).toEqual({
      thread_id: 't',
      input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: ' a ' }] }],
    })
  })

  it('refuses anything else with a field', () => {
    fc.assert(
      fc.property(fc.constantFrom(...NAMES), fc.jsonValue(), (name, params) => {
        try {
          readParams(name, params)
        } catch (error) {
          expect((error as SignalboxError).kind).toBe('invalidMessage')
          expect((error as SignalboxError).field).toBeTruthy()
        }
      }),
    )
  })
})
