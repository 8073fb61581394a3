import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeEvent } from './gateway.js'

describe('encodeEvent', () => {
  it('is the one shape, whatever the data holds', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.option(fc.string(), { nil: undefined }),
        (data, turnId) => {
          const json = JSON.stringify({ x: data })
          const event = {
            type: 'tool_call' as const,
            sessionId: 's',
            seq: 1,
            ts: 2,
            data: json,
            ...(turnId === undefined ? {} : { turnId }),
          }
          expect(JSON.parse(encodeEvent(event, 'snake'))).toEqual({
            type: 'tool_call',
            sessionId: 's',
            seq: 1,
            ts: 2,
            ...(turnId === undefined ? {} : { turnId }),
            ...JSON.parse(json),
          })
        },
      ),
    )
  })

  it('names twins by the naming of the connection and leaves single names alone', () => {
    const base = { sessionId: 's', seq: 1, ts: 2, data: '{}' }
    expect(JSON.parse(encodeEvent({ ...base, type: 'text_delta' }, 'dot')).type).toBe('message.delta')
    expect(JSON.parse(encodeEvent({ ...base, type: 'turn_started' }, 'dot')).type).toBe('turn_started')
    expect(encodeEvent({ ...base, type: 'turn_started' }, 'snake')).toBe(
      '{"type":"turn_started","sessionId":"s","seq":1,"ts":2}',
    )
  })
})
