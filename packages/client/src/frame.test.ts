import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSessionEvent, parseFrame } from './frame.js'

describe('parseFrame', () => {
  it('takes an object with a type', () => {
    expect(parseFrame('{"type":"heartbeat","ts":1}')).toEqual({ type: 'heartbeat', ts: 1 })
  })

  it.each([
    ['', 'no JSON'],
    ['{"type":', 'cut JSON'],
    ['null', 'null'],
    ['[]', 'an array'],
    ['{"type":1}', 'a type that is no text'],
    [new ArrayBuffer(2), 'a binary frame'],
  ])('drops %s (%s)', (text: unknown, _what: string) => {
    expect(parseFrame(text)).toBeUndefined()
  })
})

describe('parseFrame, whatever comes', () => {
  it('gives a frame or nothing', () => {
    const text = fc.oneof(
      fc.string(),
      fc.json(),
      fc.record({ type: fc.string(), events: fc.jsonValue() }).map((value) => JSON.stringify(value)),
    )
    fc.assert(
      fc.property(text, (said) => {
        const frame = parseFrame(said)
        expect(frame === undefined || typeof frame.type === 'string').toBe(true)
      }),
    )
  })

  it('says the canonical name, also of events in an answer', () => {
    expect(parseFrame('{"type":"message.delta"}')?.type).toBe('text_delta')
    expect(parseFrame('{"type":"events","events":[{"type":"message.complete"},7]}')?.events).toEqual([
      { type: 'message_complete' },
      7,
    ])
  })
})

describe('isSessionEvent', () => {
  it('goes by the number, so types of later releases pass', () => {
    expect(isSessionEvent({ type: 'of_tomorrow', sessionId: 's', seq: 1, ts: 1 })).toBe(true)
    expect(isSessionEvent({ type: 'gap', sessionId: 's', fromSeq: 1, toSeq: 2 })).toBe(false)
  })
})
