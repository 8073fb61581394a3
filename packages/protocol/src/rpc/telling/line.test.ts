import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../event.js'
import { validate } from '../../validate.js'
import { RPC_MESSAGES } from '../message.js'
import { encodeLine } from './line.js'

/** Where some reader of lines ends one. */
const BREAKS = ['\n', '\r', '\v', '\f', '\x1c', '\x1d', '\x1e', '\u0085', '\u2028', '\u2029']

describe('a line', () => {
  it('is JSON-RPC', () => {
    expect(encodeLine({ method: 'thread/paused', params: { thread_id: 't', n: 1 } })).toBe(
      '{"jsonrpc":"2.0","method":"thread/paused","params":{"thread_id":"t","n":1}}',
    )
  })

  it('is one line for every reader of lines, whatever is in it', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '"', '\\', '😀', '\ud800', ...BREAKS) })
    fc.assert(
      fc.property(fc.dictionary(text, fc.oneof(text, fc.jsonValue())), (params) => {
        const line = encodeLine({ method: 'item/created', params: params as JsonObject })
        for (const sign of BREAKS) expect(line).not.toContain(sign)
        const read = JSON.parse(line)
        expect(read.params).toEqual(JSON.parse(JSON.stringify(params)))
        expect(validate(RPC_MESSAGES.notification.schema, read)).toBeUndefined()
      }),
    )
  })
})
