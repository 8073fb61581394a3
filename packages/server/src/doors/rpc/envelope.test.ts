import { ERRORS, SignalboxError } from '@signalbox/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readEnvelope } from './envelope.js'

const read = (text: string | Buffer) => readEnvelope(Buffer.from(text))

function refusal(text: string | Buffer): [code: number, message: string] {
  try {
    read(text)
  } catch (error) {
    if (error instanceof SignalboxError) return [ERRORS[error.kind].rpc, error.message]
    throw error
  }
  throw new Error(`taken: ${text}`)
}

const call = (more: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'holon/status', ...more })

describe('readEnvelope refuses', () => {
  it.each([
    ['nothing', '', -32600, 'empty request body'],
    ['white space', ' \r\n', -32700, 'Parse error'],
    ['no JSON', '{"jsonrpc":', -32700, 'Parse error'],
    ['text after it', `${call({})}x`, -32700, 'Parse error'],
    ['a batch', `[${call({})}]`, -32600, 'batches are not taken: send one request at a time'],
    ['an empty batch', '[]', -32600, 'batches are not taken: send one request at a time'],
    ['null', 'null', -32600, 'a request is a JSON object'],
    ['a number', '1', -32600, 'a request is a JSON object'],
    ['no version', '{"id":1,"method":"x"}', -32600, "jsonrpc version must be '2.0'"],
    ['another version', call({ jsonrpc: '1.0' }), -32600, "jsonrpc version must be '2.0'"],
    ['a version that is a number', call({ jsonrpc: 2.0 }), -32600, "jsonrpc version must be '2.0'"],
    ['no method', '{"jsonrpc":"2.0","id":1}', -32600, 'method is required'],
    ['an empty method', call({ method: '' }), -32600, 'method is required'],
    ['null as a method', call({ method: null }), -32600, 'method is required'],
    ['a method that is no text', call({ method: 1 }), -32600, 'method must be a string'],
    ['an object as id', call({ id: {} }), -32600, 'id must be a string, a number or null'],
    ['a list as id', call({ id: [1] }), -32600, 'id must be a string, a number or null'],
    ['true as id', call({ id: true }), -32600, 'id must be a string, a number or null'],
    ['deep nesting', call({ params: deep(64) }), -32600, 'nested deeper than 64 levels'],
  ])('%s', (_what, text, code, message) => {
    expect(refusal(text)).toEqual([code, message])
  })

  it('bytes that are no UTF-8, wherever they are', () => {
    const text = Buffer.from(call({ params: { text: 'äöü' } }))
    const cut = Buffer.concat([
      text.subarray(0, text.indexOf(0xc3) + 1),
      text.subarray(text.indexOf(0xc3) + 2),
    ])
    expect(refusal(cut)).toEqual([-32700, 'Parse error'])
    expect(refusal(Buffer.from([0xff, 0xfe]))).toEqual([-32700, 'Parse error'])
  })

  it('hundreds of thousands of brackets, without running out of stack', () => {
    const levels = 200_000
    expect(refusal(`${'['.repeat(levels)}${']'.repeat(levels)}`)[0]).toBe(-32600)
    expect(refusal('['.repeat(levels))[0]).toBe(-32700)
  })
})

describe('readEnvelope takes', () => {
  it.each([
    ['an object as params', { params: { a: 1 } }, { a: 1 }],
    ['a list as params', { params: [1, 2, 3] }, [1, 2, 3]],
    ['null as params, which is none', { params: null }, undefined],
    ['no params', {}, undefined],
    ['text as params, for the method to refuse', { params: 'x' }, 'x'],
    ['members nobody knows', { extra: 1 }, undefined],
  ])('%s', (_what, more, params) => {
    expect(read(call(more))).toEqual({ id: '1', method: 'holon/status', params })
  })

  it('CRLF and white space around it', () => {
    expect(read(` \t${call({})}\r`)).toEqual({ id: '1', method: 'holon/status', params: undefined })
  })

  it.each([
    ['no id', '{"jsonrpc":"2.0","method":"x"}'],
    ['null as id', '{"jsonrpc":"2.0","method":"x","id":null}'],
  ])('%s as a word nobody waits for an answer to', (_what, text) => {
    expect(read(text)).toEqual({ method: 'x', params: undefined })
  })

  it.each([
    ['0', '0'],
    ['-7', '-7'],
    ['9007199254740993', '9007199254740993'],
    ['123456789012345678901234567890', '123456789012345678901234567890'],
    ['1.50', '1.50'],
    ['1e400', '1e400'],
    ['""', '""'],
    ['"a\\u0022b"', '"a\\"b"'],
  ])('the id %s and gives it back', (written, back) => {
    const text = `{"jsonrpc":"2.0","params":{"id":[{"id":1}],"b":"\\"id\\":2"},"id" : ${written} ,"method":"x"}`
    expect(read(text).id).toBe(back)
  })

  it('any id that is a number, as the same number', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.bigInt()),
        fc.jsonValue(),
        (id, params) => {
          const text = `{"a":${JSON.stringify(params)},"jsonrpc":"2.0","id":${id},"method":"x","z":${JSON.stringify(params)}}`
          const back = read(text).id ?? ''
          expect(typeof id === 'bigint' ? BigInt(back) === id : Number(back) === id).toBe(true)
        },
      ),
    )
  })
})

function deep(levels: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < levels; level++) value = [value]
  return value
}
